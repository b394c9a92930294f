import type { Bytes } from '../files/file-store.ts';
import { invalidRequest } from '../storage-error.ts';

/**
 * Reads a request body as it arrives; a chunk is valid until the next is requested. A reader that stops leaves the rest unread: canceling
 * would close the connection, and the client would not see the error response.
 */
export function readRequestBody(request: Request): Bytes {
  const source = readStream(request.body);
  let last: Uint8Array | undefined;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (last !== undefined) freeChunk(last);
        last = undefined;
        const { done, value } = await source.next().catch((cause: unknown) => {
          throw invalidRequest('The request ended before it was complete.', cause);
        });
        if (done) return { done, value: undefined };
        last = value;
        return { value };
      },
    }),
  };
}

function readStream(body: ReadableStream<Uint8Array> | null): AsyncIterator<Uint8Array> {
  const reader = body?.getReader();
  return {
    async next() {
      const { done, value } = reader ? await reader.read() : { done: true as const, value: undefined };
      return done ? { done, value: undefined } : { value };
    },
  };
}

const worthwhile = 8 * 1024;

/**
 * Frees the memory of a chunk now. The garbage collector sees few objects and not the megabytes behind them, so a large file would use as
 * much memory as its size. A view of a larger buffer is left alone.
 */
function freeChunk(piece: Uint8Array): void {
  const { buffer, byteOffset, byteLength } = piece;
  const isItsOwn = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
  if (isItsOwn && byteLength >= worthwhile) buffer.transfer(0);
}
