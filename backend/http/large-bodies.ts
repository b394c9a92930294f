/**
 * Large bodies between Requests, Responses and node:http. Node's own conversions copy each chunk or allocate a new buffer for it, and the
 * garbage collector then takes longer than the transfer.
 */
import type { Readable, Writable } from 'node:stream';

const largeBytes = 65_536;
const bufferBytes = 262_144;

/** A length that is not stated can be large. */
export function isLarge(contentLength: string | undefined): boolean {
  return !(Number(contentLength) <= largeBytes);
}

/** The same request with a body of the chunks as they arrive. A reader that stops leaves the rest on the connection, which stays open. */
export function withArrivingBody(request: Request, incoming: Readable): Request {
  const chunks: AsyncIterator<Uint8Array> = incoming
    .iterator({ destroyOnReturn: false })
    [Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  const { url, method, headers, signal } = request;
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body, duplex: 'half' };
  return new Request(url, init);
}

/** Writes a body through one buffer. Resolves when all is sent; rejects when the body fails or the client leaves. */
export async function sendBody(
  reader: ReadableStreamBYOBReader,
  outgoing: Pick<Writable, 'write' | 'end' | 'once' | 'destroyed'>,
): Promise<void> {
  let leave = (_reason: Error) => {};
  outgoing.once('close', () => leave(new Error('The client has left.')));
  let buffer = new ArrayBuffer(bufferBytes);
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) break;
      await new Promise<void>((written, fail) => {
        leave = fail;
        if (outgoing.destroyed) fail(new Error('The client has left.'));
        else outgoing.write(value, (error) => (error ? fail(error) : written()));
      });
      buffer = value.buffer;
    }
    outgoing.end();
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    throw error;
  }
}

/** Undefined for a body that cannot fill the reader's buffer. */
export function findBufferReader(body: ReadableStream): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}
