/** The admin API: `/admin/v1`. A request passes the gate, and then its route answers it. */
import { adminApi } from '../../app/admin/admin-paths.ts';
import { readRequestBytes } from '../../backend/http/read-bytes.ts';
import { AdminError } from './admin-error.ts';
import type { AdminCall, AdminRoute } from './admin-route.ts';
import type { AskBackend } from './ask-backend.ts';
import { type AdmittedOwner, type OwnerGate, toRefusal } from './owner-gate.ts';

export interface AdminOptions {
  gate: OwnerGate;
  askBackend: AskBackend;
  routes: readonly AdminRoute[];
}

export type ServeAdmin = (request: Request) => Promise<Response>;

const defaultMaxBytes = 64 * 1024;

export function createServeAdmin({ gate, askBackend, routes }: AdminOptions): ServeAdmin {
  const table = new Map(routes.map((route) => [`${route.method} ${adminApi}${route.path}`, route]));

  async function serve(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const route = table.get(`${request.method} ${url.pathname}`);
    // A stranger does not learn which addresses there are.
    const admitted = await gate(request, route?.asksAgain ?? false);
    if (!route)
      throw new AdminError(404, 'not-found', `There is nothing at ${request.method} ${url.pathname}.`);
    return route.answer(toCall(request, url, route, admitted));
  }

  function toCall(request: Request, url: URL, route: AdminRoute, { owner, token }: AdmittedOwner): AdminCall {
    const { maxBytes = defaultMaxBytes } = route;
    const tooLarge = () =>
      new AdminError(413, 'too-large', `This is larger than the ${maxBytes} bytes allowed here.`);
    const readBytes = () => readRequestBytes(request, { maxBytes, tooLarge });
    return {
      request,
      query: url.searchParams,
      owner,
      token,
      readBytes,
      async readJson(shape) {
        const result = shape.safeParse(parseJson(await readBytes()));
        if (result.success) return result.data;
        const [issue] = result.error.issues;
        throw badRequest(`${issue?.path.join('.') || 'The body'}: ${issue?.message}`);
      },
      async note(action, target, details) {
        await askBackend(token, 'note_admin_action', { action, target, details }).catch(toRefusal);
      },
    };
  }

  return async (request) => {
    const response = await serve(request).catch((error: unknown) => {
      if (error instanceof AdminError) return error.toResponse();
      throw error;
    });
    response.headers.set('cache-control', 'private, no-store');
    response.headers.set('referrer-policy', 'no-referrer');
    return response;
  };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('The body must be JSON in UTF-8.');
  }
}

export function badRequest(message: string): AdminError {
  return new AdminError(400, 'bad-request', message);
}
