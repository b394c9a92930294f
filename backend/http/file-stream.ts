import type { FileHandle } from 'node:fs/promises';

const chunkBytes = 65_536;

/**
 * A file, or a part of it, as a response body. It is read at the speed of the consumer, into the consumer's buffer where it has one, and
 * closed at the end, on cancel and on error.
 */
export function streamFile(
  file: FileHandle,
  range?: { start: number; end: number },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = range?.start ?? 0;
  const end = range ? range.end + 1 : Number.POSITIVE_INFINITY;
  async function readInto({ buffer, byteOffset, byteLength }: ArrayBufferView): Promise<number> {
    const wanted = Math.min(byteLength, end - position);
    if (wanted <= 0) return 0;
    const { bytesRead } = await file.read(new Uint8Array(buffer, byteOffset, wanted), 0, wanted, position);
    position += bytesRead;
    return bytesRead;
  }

  return new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: chunkBytes,
    async pull(controller) {
      const { byobRequest: request } = controller;
      if (!request?.view) return;
      try {
        const bytes = await readInto(request.view);
        if (bytes === 0) {
          await file.close();
          controller.close();
        }
        request.respond(bytes);
      } catch (error) {
        await file.close().catch(() => {});
        controller.error(error);
      }
    },
    cancel: () => file.close(),
  });
}
