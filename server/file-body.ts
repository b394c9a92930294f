import type { Readable } from 'node:stream';

/** A file on disk as the body of a Response. The file is closed when the body is read, cancelled or broken. */
export function toBody(file: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = file[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      file.destroy();
    },
  });
}
