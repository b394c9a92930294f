import type { Bytes } from './file-store.ts';

export interface GatheredPart {
  part: Uint8Array<ArrayBuffer>;
  /** Nothing comes after it. Only this one can be shorter, or empty. */
  isLast: boolean;
}

/** Pieces of any size become parts of one size. There is always a last one. A part is good until the next is asked for. */
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
