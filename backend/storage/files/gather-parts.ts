import type { Bytes } from './file-store.ts';

interface GatheredPart {
  part: Uint8Array<ArrayBuffer>;
  /** The last part. Only this one can be shorter, or empty. */
  isLast: boolean;
}

/** Combines chunks of any size into parts of one size. There is always a last part. A part is valid until the next is requested. */
export async function* gatherParts(bytes: Bytes, partBytes: number): AsyncGenerator<GatheredPart> {
  const buffer = new Uint8Array(partBytes);
  let filled = 0;
  for await (const piece of bytes) {
    for (let used = 0; used < piece.byteLength; ) {
      if (filled === partBytes) {
        yield { part: buffer, isLast: false };
        filled = 0;
      }
      const taken = piece.subarray(used, used + partBytes - filled);
      buffer.set(taken, filled);
      filled += taken.byteLength;
      used += taken.byteLength;
    }
  }
  yield { part: buffer.subarray(0, filled), isLast: true };
}
