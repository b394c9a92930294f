import { findDirectSource } from '../../http/direct-source.ts';
import type { Bytes } from '../files/file-store.ts';
import { invalidRequest } from '../storage-error.ts';

/**
 * The body of a request as it arrives; a piece is good until the next is asked for. Who stops reading leaves the rest where it is: to
 * cancel it would close the connection, and the client would never read why.
 */
export function readRequestBody(request: Request): Bytes {
  const source = findDirectSource(request) ?? readStream(request.body);
  let last: Uint8Array | undefined;
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (last !== undefined) giveBack(last);
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
 * Frees the memory of a piece now. It would be freed some time, but the collector counts few objects and not the megabytes behind them,
 * and a large file would pass through as much memory as it is large. Only what the piece has for itself: a view of something larger stays.
 */
function giveBack(piece: Uint8Array): void {
  const { buffer, byteOffset, byteLength } = piece;
  const isItsOwn = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
  if (isItsOwn && byteLength >= worthwhile) buffer.transfer(0);
}
