/**
 * Cross-origin rules of the auth service: every page may call it with a token of its own, and sees the paging and version headers. No page may
 * call it with cookies. The headers are the same for every request, whatever its origin, so that a cache may keep one answer for all.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Total-Count, Link, X-Supabase-Api-Version',
};

const methods = 'GET, POST, PUT, PATCH, DELETE';

export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-max-age': '600',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': request.headers.get('Access-Control-Request-Headers') ?? '',
    },
  });
}

/** The same for an answer that is made already. */
export function addCorsHeaders(response: Response): void {
  for (const name in corsHeaders) response.headers.set(name, corsHeaders[name] ?? '');
}
