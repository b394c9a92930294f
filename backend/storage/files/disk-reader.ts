import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from '../../http/byte-range.ts';
import { offerDirectBody } from '../../http/direct-body.ts';

/** Large chunks need fewer steps. */
const pieceBytes = 256 * 1024;

/** A file as a response body, read at the speed of the consumer. It is closed at the end, on cancel and on error. */
export function readPieces(file: FileHandle, range?: ByteRange): ReadableStream<Uint8Array> {
  let position = range?.start ?? 0;
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY;

  /** The next chunk; an empty one at the end. */
  async function readInto(buffer: Buffer): Promise<Buffer> {
    const wanted = Math.min(buffer.length, end - position);
    if (wanted <= 0) return buffer.subarray(0, 0);
    const { bytesRead } = await file.read(buffer, 0, wanted, position);
    position += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await readInto(Buffer.allocUnsafeSlow(pieceBytes));
          if (piece.length > 0) return controller.enqueue(piece);
          await file.close();
          controller.close();
        } catch (error) {
          await file.close().catch(() => {});
          controller.error(error);
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  );

  offerDirectBody(stream, async (write) => {
    // Reads one chunk while the other is written.
    let [full, free] = [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)];
    try {
      let piece = await readInto(full);
      while (piece.length > 0) {
        const [, next] = await Promise.all([write(piece), readInto(free)]);
        [full, free] = [free, full];
        piece = next;
      }
    } finally {
      await file.close();
    }
  });
  return stream;
}
