import type { Chunks } from './chunks.ts';

/** The output of one step must fit into memory: see inflate.ts. */
const stepBytes = 16 * 1024;

export type PackedFormat = 'gzip' | 'deflate-raw';

/**
 * Unpacks by the zlib of browsers and Node, several times as fast as a script. It throws for everything that is not one
 * whole stream. `onStep` is called for the input of each step, before its output.
 */
export async function* inflateByBrowser(
  packed: readonly Uint8Array<ArrayBuffer>[],
  format: PackedFormat,
  onStep: (count: number) => void,
): Chunks {
  const { writable, readable } = new DecompressionStream(format);
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const feed = async () => {
    for (const chunk of packed) {
      for (let from = 0; from < chunk.length; from += stepBytes) {
        const step = chunk.subarray(from, from + stepBytes);
        // The reading side requests more before the next step is sent.
        await writer.ready;
        onStep(step.length);
        await writer.write(step);
      }
    }
    await writer.close();
  };
  // The reading side reports an error; here it would be reported a second time.
  const ignore = () => {};
  writer.closed.catch(ignore);
  reader.closed.catch(ignore);
  const feeding = feed();
  feeding.catch(ignore);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    await feeding;
  } finally {
    await reader.cancel().catch(ignore);
  }
}
