/**
 * A response body that can be written directly to a connection. The Response carries it as a stream; the HTTP server writes it directly
 * instead, so that a large file passes through the same few buffers.
 */
export type SendDirectly = (write: (piece: Uint8Array) => Promise<void>) => Promise<void>;

const offered = new WeakMap<ReadableStream, SendDirectly>();

/** `write` resolves when its chunk may be overwritten, and rejects when the client has left. */
export function offerDirectBody(stream: ReadableStream, send: SendDirectly): void {
  offered.set(stream, send);
}

/** The writable side of a connection. */
export interface DirectOutgoing {
  writeHead(status: number, headers: Record<string, string>): unknown;
  write(piece: Uint8Array, done: (error?: Error | null) => void): unknown;
  end(): unknown;
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

/**
 * Sends a response whose body was registered with `offerDirectBody`; returns false for any other. Resolves when all is sent or the client
 * has left.
 */
export async function sendDirectBody(response: Response, outgoing: DirectOutgoing): Promise<boolean> {
  // Only files have a length. Accessing `body` of other responses would create a stream.
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
    // A partial response cannot be repaired: the client sees that it was cut off.
    outgoing.destroy();
  }
  return true;
}
