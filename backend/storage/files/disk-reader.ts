import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './file-store.ts';

/** Large chunks need fewer steps. */
const pieceBytes = 256 * 1024;

/** A file as a response body, read at the speed of the consumer. It is closed at the end, on cancel and on error. */
export function readPieces(file: FileHandle, range?: ByteRange): ReadableStream<Uint8Array> {
  let position = range?.start ?? 0;
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY;

  /** The next chunk; an empty one at the end. */
  async function readPiece(): Promise<Buffer> {
    const wanted = Math.min(pieceBytes, end - position);
    if (wanted <= 0) return Buffer.alloc(0);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(wanted), 0, wanted, position);
    position += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await readPiece();
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
}
