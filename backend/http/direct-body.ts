/**
 * A body that can be written straight to a connection. A Response holds it as a stream, for everybody; whoever has the connection itself may
 * take this way instead, on which a large file passes through the same few buffers from beginning to end.
 */
export type SendDirectly = (write: (piece: Uint8Array) => Promise<void>) => Promise<void>;

const offered = new WeakMap<ReadableStream, SendDirectly>();

/** `write` resolves when its piece may be overwritten, and rejects when nobody takes it any more. */
export function offerDirectBody(stream: ReadableStream, send: SendDirectly): void {
  offered.set(stream, send);
}

/** The side of a connection that is written to. */
export interface DirectOutgoing {
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(piece: Uint8Array, done: (error?: Error | null) => void): unknown;
  end(): unknown;
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/** Sends an answer whose body offers it, and tells whether it did. Resolves when all is sent or the client has left. */
export async function sendDirectBody(response: Response, outgoing: DirectOutgoing): Promise<boolean> {
  // A file knows its length. Of other answers the body is not even looked at, which would make a stream of it.
  const body = response.headers.has('content-length') ? response.body : null;
  const send = body === null || body.locked ? undefined : offered.get(body);
  if (send === undefined) return false;
  let leave = (_reason: Error) => {};
  let isGone = false;
  outgoing.once('close', () => {
    isGone = true;
    leave(new Error('The client has left.'));
  });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  try {
    await send(
      (piece) =>
        new Promise<void>((done, fail) => {
          leave = fail;
          if (isGone) fail(new Error('The client has left.'));
          else outgoing.write(piece, (error) => (error ? fail(error) : done()));
        }),
    );
    outgoing.end();
  } catch {
    // Half an answer cannot be mended: the client sees that it was cut.
    outgoing.destroy();
  }
  return true;
}
