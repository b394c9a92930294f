/** Reads a request's body. The stated length is only a claim, so the bytes are counted as they arrive. */
export async function readRequestBytes(
  request: Request,
  options: {
    maxBytes: number;
    tooLarge: () => Error;
    /** The client stopped before the end. */
    cutOff?: (cause: unknown) => Error;
  },
): Promise<Uint8Array> {
  const { maxBytes, tooLarge, cutOff } = options;
  const length = request.headers.get('content-length');
  if (Number(length ?? 0) > maxBytes) throw tooLarge();
  // Checked first: accessing `body` creates a stream, which costs more than reading a short body.
  if (length === null) return collectBytes(request.body ?? [], maxBytes, tooLarge);
  const buffer = await request.arrayBuffer().catch((error: unknown) => {
    throw cutOff?.(error) ?? error;
  });
  if (buffer.byteLength > maxBytes) throw tooLarge();
  return new Uint8Array(buffer);
}

/** Joins chunks. A stream is canceled when it holds more than `maxBytes`. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => Error,
): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.byteLength;
    if (length > maxBytes) throw tooLarge();
    collected.push(chunk);
  }
  return Buffer.concat(collected);
}
