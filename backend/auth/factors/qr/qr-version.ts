/** How much a QR code of each size holds at error correction level M (ISO/IEC 18004, table 9). */
export interface QrVersion {
  number: number;
  /** Modules on a side. */
  size: number;
  /** Bytes of data and correction together. */
  totalBytes: number;
  dataBytes: number;
  blocks: number;
  correctionBytesOfBlock: number;
  /** Rows and columns at whose crossings the alignment patterns are. */
  alignment: number[];
}

/** By version from 1 on: correction bytes of each block, and blocks. */
const correction = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
  28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
];
const blockCounts = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
  31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
];

/** The smallest version that holds this many bytes of text, or undefined when none does. */
export function findVersion(textBytes: number): QrVersion | undefined {
  for (let number = 1; number <= blockCounts.length; number += 1) {
    const version = toVersion(number);
    // Four bits say "bytes", eight or sixteen hold the length.
    if (textBytes + Math.ceil((4 + lengthBits(number)) / 8) <= version.dataBytes) return version;
  }
  return undefined;
}

export function lengthBits(version: number): number {
  return version < 10 ? 8 : 16;
}

export function toVersion(number: number): QrVersion {
  const size = number * 4 + 17;
  const alignment = alignmentCentres(number, size);
  const patterns = Math.max(0, alignment.length ** 2 - 3);
  // Finders with their margins, timing lines, format bits and the dark module; then alignment; then version bits.
  const onTiming = Math.max(0, alignment.length - 2) * 2;
  const taken = 3 * 64 + 2 * (size - 16) + 31 + patterns * 25 - onTiming * 5 + (number < 7 ? 0 : 36);
  const totalBytes = Math.floor((size * size - taken) / 8);
  const blocks = blockCounts[number - 1] ?? 0;
  const correctionBytesOfBlock = correction[number - 1] ?? 0;
  const dataBytes = totalBytes - blocks * correctionBytesOfBlock;
  return { number, size, totalBytes, dataBytes, blocks, correctionBytesOfBlock, alignment };
}

/** Evenly spread between the first at 6 and the last; the gap is even, and the first gap takes the remainder. */
function alignmentCentres(number: number, size: number): number[] {
  if (number === 1) return [];
  const count = Math.floor(number / 7) + 2;
  const last = size - 7;
  const gap = number === 32 ? 26 : Math.ceil((last - 6) / (count - 1) / 2) * 2;
  const centres = Array.from({ length: count - 1 }, (_, index) => last - gap * (count - 2 - index));
  return [6, ...centres];
}
