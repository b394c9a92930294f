/**
 * CORS rules of the auth service: every origin may call it with a token and reads the paging and version headers; cookies are not allowed.
 * The headers do not depend on the origin, so a cache may store one response for all.
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

/** The same for an existing response. */
export function addCorsHeaders(response: Response): void {
  for (const name in corsHeaders) response.headers.set(name, corsHeaders[name] ?? '');
}
