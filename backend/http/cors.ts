/** Cross-origin rules of the reference server: every origin may call, and sees the paging and version headers. */
const exposed = 'X-Total-Count, Link, X-Supabase-Api-Version';
const methods = 'GET, POST, PUT, PATCH, DELETE';

export function preflight(request: Request): Response {
  const { 'access-control-expose-headers': _, ...headers } = corsHeaders(request);
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      'access-control-max-age': '600',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': request.headers.get('Access-Control-Request-Headers') ?? '',
    },
  });
}

/** What lets a browser on another page read an answer; nothing for a caller that is no browser. Names are lower case. */
export function corsHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get('Origin');
  if (origin === null) return {};
  return {
    // Tokens travel in the Authorization header and never in cookies, so naming the caller's origin gives nothing away.
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
    vary: 'Origin',
  };
}

/** The same for an answer that is made already. */
export function addCorsHeaders(response: Response, request: Request): void {
  const { vary, ...headers } = corsHeaders(request);
  for (const name in headers) response.headers.set(name, headers[name] ?? '');
  if (vary !== undefined) response.headers.append('vary', vary);
}
