import { HttpError } from './http-error.ts';

/** Reads a body of at most `limit` bytes as text; throws 413 as soon as there is more, without reading the rest. */
export async function readBody(request: Request, limit: number): Promise<string> {
  requireLength(request, limit);
  // A body with a stated length cannot be longer; accessing `body` creates a stream, which costs more than reading a short body.
  if (request.headers.has('content-length')) return request.text();
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Rejects a body by its Content-Length, before it is read. */
export function requireLength(request: Request, limit: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, `The request is larger than the ${limit} bytes allowed here.`);
}
