/** CORS rules of PostgREST: every origin may call and reads the headers with counts and locations. */
const exposed =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit';
const methods = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD';

export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': request.headers.get('Origin') ?? '*',
      'access-control-allow-methods': methods,
      'access-control-allow-headers':
        request.headers.get('Access-Control-Request-Headers') ?? 'Authorization',
      'access-control-max-age': '86400',
      vary: 'Origin',
    },
  });
}

/** Tokens are sent in the Authorization header and never in cookies, so any page may read what its own token allows. */
export function addCors(response: Response, request: Request): void {
  if (request.headers.has('Origin')) {
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-expose-headers', exposed);
  }
  // Rows depend on the caller: no shared cache may return them to another caller.
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
}
