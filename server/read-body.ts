import { readRequestBytes } from '../backend/http/read-bytes.ts';
import { HttpError } from './http-error.ts';

/** Reads a body of at most `limit` bytes as text; throws 413 as soon as there is more, without reading the rest. */
export async function readBody(request: Request, limit: number): Promise<string> {
  const bytes = await readRequestBytes(request, { maxBytes: limit, tooLarge: () => tooLarge(limit) });
  return new TextDecoder().decode(bytes);
}

/** Rejects a body by its Content-Length, before it is read. */
export function requireLength(request: Request, limit: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
}

function tooLarge(limit: number): HttpError {
  return new HttpError(413, `The request is larger than the ${limit} bytes allowed here.`);
}
