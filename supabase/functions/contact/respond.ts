import type { Fault } from './read-fields.ts';

/** How a request ended. Read by the form and by other clients: keep the codes. */
export interface Outcome {
  status: number;
  code: string;
  /** For clients that have no words of their own. */
  message: string;
  faults?: Fault[];
  headers?: Record<string, string>;
}

const methods = 'POST, OPTIONS';

export const outcomes = {
  sent: { status: 200, code: 'sent', message: 'Your message has been sent. Thank you.' },
  invalid: { status: 422, code: 'invalid', message: 'The message cannot be sent like this.' },
  unreadable: { status: 400, code: 'failed', message: 'The request cannot be read.' },
  tooMany: {
    status: 429,
    code: 'too-many',
    message: 'There were too many messages. Please try again in an hour.',
    headers: { 'retry-after': '3600' },
  },
  failed: {
    status: 500,
    code: 'failed',
    message: 'Your message could not be sent. Please try again in a moment.',
  },
  wrongMethod: {
    status: 405,
    code: 'failed',
    message: 'Send a message with POST.',
    headers: { allow: methods },
  },
  preflight: {
    status: 200,
    code: 'preflight',
    message: 'Messages are taken from every page.',
    headers: {
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
    },
  },
} satisfies Record<string, Outcome>;

/**
 * A browser that has sent the form by itself is led back to the page with the form, where the fragment decides which message is shown. All
 * others get JSON.
 */
export function respond(request: Request, { status, code, message, faults, headers }: Outcome): Response {
  const all = { 'cache-control': 'no-store', 'access-control-allow-origin': '*', ...headers };
  if (!request.headers.get('accept')?.includes('text/html'))
    return Response.json({ code, message, ...(faults && { faults }) }, { status, headers: all });
  const page = findPage(request);
  const shown = faults?.[0] ?? { code, message };
  if (page === undefined || request.method !== 'POST') {
    const text = { ...all, 'content-type': 'text/plain; charset=utf-8' };
    return new Response(`${shown.message}\n`, { status, headers: text });
  }
  return new Response(null, { status: 303, headers: { ...all, location: `${page}#contact.${shown.code}` } });
}

/** The path of the page that the form is on. Only one of this site: a redirect never leads to another. */
function findPage(request: Request): string | undefined {
  const from = URL.parse(request.headers.get('referer') ?? '');
  if (from?.host !== new URL(request.url).host) return undefined;
  // Two slashes at the beginning would be the name of a host.
  return from.pathname.replace(/^\/+/, '/') + from.search;
}
