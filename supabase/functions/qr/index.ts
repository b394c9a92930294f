/** GET /functions/v1/qr?text=…: a QR code as a picture, drawn by a package of npm. `<img src="/functions/v1/qr?text=Hello" alt="…">` */
import { renderSVG } from 'npm:uqr@0.1.3';

/** With more, a telephone has difficulty to read it. */
const maxBytes = 1000;

Deno.serve((request) => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(405, 'A QR code is fetched with GET.', { allow: 'GET, HEAD' });
  const text = new URL(request.url).searchParams.get('text') ?? '';
  if (text === '') return refuse(400, 'Say what the QR code contains: /functions/v1/qr?text=Hello');
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > maxBytes)
    return refuse(400, `A QR code has ${maxBytes} bytes at most, and this text ${bytes}.`);
  return new Response(renderSVG(text, { ecc: 'M', border: 4 }), {
    headers: {
      ...forEveryPage,
      'content-type': 'image/svg+xml',
      // The same text is always the same picture.
      'cache-control': 'public, max-age=31536000, immutable',
      // As a page of its own it runs nothing.
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
});

const forEveryPage = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers: { ...forEveryPage, ...headers } });
}
