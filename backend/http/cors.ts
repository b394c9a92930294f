/** Cross-origin rules of the reference server: any origin may call, and sees the paging and version headers. */
const exposed = 'X-Total-Count, Link, X-Supabase-Api-Version';
const methods = 'GET, POST, PUT, PATCH, DELETE';

export function preflight(request: Request): Response {
  const headers = new Headers({ 'Access-Control-Max-Age': '600' });
  allowOrigin(headers, request);
  headers.set('Access-Control-Allow-Methods', methods);
  headers.set('Access-Control-Allow-Headers', request.headers.get('Access-Control-Request-Headers') ?? '');
  return new Response(null, { status: 204, headers });
}

export function addCorsHeaders(response: Response, request: Request): void {
  if (!request.headers.has('Origin')) return;
  allowOrigin(response.headers, request);
  response.headers.set('Access-Control-Expose-Headers', exposed);
}

/** Tokens travel in the Authorization header and never in cookies, so naming the caller's origin gives nothing away. */
function allowOrigin(headers: Headers, request: Request): void {
  const origin = request.headers.get('Origin');
  if (origin === null) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Allow-Credentials', 'true');
  headers.append('Vary', 'Origin');
}
