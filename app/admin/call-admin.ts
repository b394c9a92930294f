import { resolveSession } from '../session/current-user.ts';
import { type AdminRefusal, adminApi } from './admin-paths.ts';
import { askForIdentity } from './identity-question.ts';

export interface AdminCallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Entries without a value are left out. */
  query?: Record<string, string | undefined>;
  /** Sent as JSON; a Blob as it is. */
  body?: object | Blob;
  headers?: Record<string, string>;
  /** For calls that the owner did not ask for, such as saving a draft: these fail instead of asking who it is. */
  silent?: true;
  signal?: AbortSignal;
}

/** The admin API has refused a call, or cannot be reached (status 0). `message` is for people. */
export class AdminFault extends Error {
  override name = 'AdminFault';
  readonly status: number;
  readonly code: AdminRefusal | (string & {});
  /** The whole answer: some faults bring what is needed to go on. */
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body.message === 'string' ? body.message : `The server answered ${status}.`);
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : 'unknown';
    this.body = body;
  }
}

const unreachable = {
  code: 'unreachable',
  message: 'The server cannot be reached. Check the connection and try again.',
};

/** Calls the admin API as the signed-in owner. Where an action asks for it, the owner confirms first who they are. */
export async function callAdmin<Answer>(path: `/${string}`, options: AdminCallOptions = {}): Promise<Answer> {
  try {
    return await send<Answer>(path, options);
  } catch (error) {
    if (options.silent || !isQuestion(error) || !(await askForIdentity())) throw error;
    return await send<Answer>(path, options);
  }
}

function isQuestion(error: unknown): boolean {
  return error instanceof AdminFault && ['confirm-identity', 'sign-in-again'].includes(error.code);
}

async function send<Answer>(path: string, options: AdminCallOptions): Promise<Answer> {
  const { query = {}, body, method = 'GET', signal } = options;
  const session = await resolveSession();
  if (!session) throw new AdminFault(401, { code: 'signed-out', message: 'Please sign in.' });
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  const isJson = body !== undefined && !(body instanceof Blob);
  const response = await fetch(`${adminApi}${path}${search}`, {
    method,
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    ...(signal && { signal }),
    headers: {
      ...(isJson && { 'content-type': 'application/json' }),
      ...options.headers,
      authorization: `Bearer ${session.access_token}`,
    },
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new AdminFault(0, unreachable);
  });
  const answer: unknown = await response.json().catch((error: unknown) => {
    // An answer that was cut off by its caller is none.
    if (signal?.aborted) throw error;
  });
  if (!response.ok) throw new AdminFault(response.status, Object(answer));
  return answer as Answer;
}

/** What a form says when a call has failed. */
export function explainFault(error: unknown): string {
  if (error instanceof AdminFault) return error.message;
  console.error(error);
  return 'Something went wrong. Please try again.';
}
