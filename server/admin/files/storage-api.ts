import { AdminError } from '../admin-error.ts';
import type { AdminCall } from '../admin-route.ts';
import type { AskBackendOptions } from '../ask-backend.ts';

/** Calls the storage of the backend as the owner. */
export interface StorageApi {
  /** Below /storage/v1. Throws an AdminError if the storage refuses. */
  json<Answer>(call: AdminCall, method: string, path: string, request?: StorageRequest): Promise<Answer>;
  fetch(call: AdminCall, method: string, path: string, request?: StorageRequest): Promise<Response>;
  /** The address of a path below /storage/v1, for the browser. */
  address(path: string): string;
}

/** What routes of files are made of. */
export interface FilesParts {
  ask<Answer>(call: AdminCall, name: string, args: object): Promise<Answer>;
  storage: StorageApi;
}

export interface StorageRequest {
  body?: object;
  headers?: Record<string, string>;
}

const timeLimit = 30_000;

export function createStorageApi({ fetch: send, url, key }: AskBackendOptions): StorageApi {
  const address = (path: string) => `${url}/storage/v1${path}`;
  const fetch: StorageApi['fetch'] = (call, method, path, { body, headers } = {}) =>
    send(
      new Request(address(path), {
        method,
        headers: {
          apikey: key,
          authorization: `Bearer ${call.token}`,
          // Read by the policies: see site.is_admin_request().
          'x-admin': 'files',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([call.request.signal, AbortSignal.timeout(timeLimit)]),
      }),
    );
  return {
    address,
    fetch,
    async json(call, method, path, request) {
      const response = await fetch(call, method, path, request);
      if (!response.ok) throw await toAdminError(response);
      return (await response.json()) as never;
    },
  };
}

/** Each part is encoded, so that a name with `?` is not a query. */
export function encodePath(bucket: string, path = ''): string {
  return [bucket, ...(path === '' ? [] : path.split('/'))].map(encodeURIComponent).join('/');
}

const faults: Record<number, [code: string, message: string]> = {
  401: ['signed-out', 'Please sign in.'],
  403: [
    'refused',
    'The storage refused this. Apply the site’s newest migrations to the project (supabase db push).',
  ],
  404: ['not-found', 'This file or bucket is not there any more.'],
  409: ['exists', 'There is one with this name already.'],
  413: [
    'too-large',
    'The storage takes no files of this size: see file_size_limit under [storage] in supabase/config.toml.',
  ],
  415: ['wrong-type', 'The bucket does not take files of this type.'],
};

/** The exact status is in the body; the one of the answer is 400 for most refusals. */
export async function toAdminError(response: Response): Promise<AdminError> {
  const { statusCode, message } = Object(await response.json().catch(() => undefined));
  const status = Number(statusCode) || response.status;
  const [code, text] = faults[status] ?? ['storage', String(message ?? `The storage answered ${status}.`)];
  return new AdminError(status >= 500 ? 502 : status, code, text);
}
