/** CORS rules of the storage: every origin may call, and reads the headers of downloads and resumable uploads. */
const exposed = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'ETag',
  'Last-Modified',
  'Location',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Transformations',
].join(', ');

export function answerPreflight(request: Request): Response {
  const headers = new Headers({
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '',
    'access-control-max-age': '3600',
    'tus-resumable': '1.0.0',
  });
  addCorsHeaders(headers, request);
  return new Response(null, { status: 204, headers });
}

/** Keys are sent in headers and never in cookies, so every origin may read the responses. */
export function addCorsHeaders(headers: Headers, request: Request): void {
  if (!request.headers.has('origin')) return;
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', exposed);
}
