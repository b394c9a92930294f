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

/**
 * Writes a body, through one buffer if it can fill that. Resolves when all is sent; rejects when the body fails or the client leaves.
 */
export async function sendBody(
  body: ReadableStream<Uint8Array>,
  outgoing: Pick<Writable, 'write' | 'end' | 'once' | 'destroyed'>,
): Promise<void> {
  let leave = () => {};
  outgoing.once('close', () => leave());
  /** Fails when the client leaves: a body may have nothing to send for long. */
  const whileConnected = <T>(promise: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      leave = () => reject(new Error('The client has left.'));
      if (outgoing.destroyed) leave();
      promise.then(resolve, reject);
    });
  const write = (chunk: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      outgoing.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  const reader = openReader(body);
  try {
    for (;;) {
      const { done, value } = await whileConnected(reader.read());
      if (done) break;
      await whileConnected(write(value));
    }
    outgoing.end();
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    throw error;
  }
}

interface BodyReader {
  read(): Promise<ReadableStreamReadResult<Uint8Array>>;
  cancel(reason: unknown): Promise<void>;
}

function openReader(body: ReadableStream<Uint8Array>): BodyReader {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: 'byob' });
  } catch {
    return body.getReader();
  }
  let buffer = new ArrayBuffer(bufferBytes);
  return {
    async read() {
      const result = await reader.read(new Uint8Array(buffer));
      if (!result.done) buffer = result.value.buffer;
      return result;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}
