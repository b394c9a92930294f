import { createGrid, drawFormat, drawPatterns, type QrGrid } from './qr-grid.ts';
import { applyMask, maskCount, penalty } from './qr-mask.ts';
import { findVersion, lengthBits, type QrVersion } from './qr-version.ts';
import { correctionBytes } from './reed-solomon.ts';

/** A QR code of a text: byte mode, error correction level M, the smallest size that holds it. Undefined when none does. */
export function findQrCode(text: string): QrGrid | undefined {
  const bytes = Buffer.from(text);
  const version = findVersion(bytes.length);
  if (version === undefined) return undefined;
  const grid = createGrid(version.size);
  drawPatterns(grid, version);
  drawData(grid, interleave(toDataBytes(bytes, version), version));
  const mask = bestMask(grid);
  applyMask(grid, mask);
  drawFormat(grid, mask);
  return grid;
}

/** Mode, length, text and an end mark; what is left is filled with the two bytes that the standard names. */
function toDataBytes(text: Uint8Array, version: QrVersion): Uint8Array {
  const bits: number[] = [];
  const append = (value: number, count: number) => {
    for (let index = count - 1; index >= 0; index -= 1) bits.push((value >> index) & 1);
  };
  append(0b0100, 4);
  append(text.length, lengthBits(version.number));
  for (const byte of text) append(byte, 8);
  append(0, Math.min(4, version.dataBytes * 8 - bits.length));
  append(0, (8 - (bits.length % 8)) % 8);
  for (let filler = 0xec; bits.length < version.dataBytes * 8; filler ^= 0xec ^ 0x11) append(filler, 8);
  return Uint8Array.from({ length: version.dataBytes }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
}

/**
 * Splits the data into blocks, the longer ones last, and interleaves their bytes, so that damage to one spot affects many blocks
 * a little.
 */
function interleave(data: Uint8Array, version: QrVersion): Uint8Array {
  const shortLength = Math.floor(version.dataBytes / version.blocks);
  const shortBlocks = version.blocks - (version.dataBytes % version.blocks);
  const blocks: Uint8Array[] = [];
  for (let start = 0; blocks.length < version.blocks; ) {
    const length = shortLength + (blocks.length < shortBlocks ? 0 : 1);
    blocks.push(data.subarray(start, start + length));
    start += length;
  }
  const corrections = blocks.map((block) => correctionBytes(block, version.correctionBytesOfBlock));
  return Uint8Array.from([...takeTurns(blocks), ...takeTurns(corrections)]);
}

function takeTurns(blocks: readonly Uint8Array[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, index) => blocks.flatMap((block) => block[index] ?? [])).flat();
}

/** In pairs of columns from the right, alternating up and down, around the patterns; the vertical timing line is skipped. */
function drawData(grid: QrGrid, bytes: Uint8Array): void {
  let bit = 0;
  for (let right = grid.size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < grid.size; step += 1) {
      const row = isUpwards ? grid.size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (grid.isPattern(row, column)) continue;
        grid.set(row, column, (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1);
        bit += 1;
      }
    }
  }
}

function bestMask(grid: QrGrid): number {
  let best = { mask: 0, penalty: Number.POSITIVE_INFINITY };
  for (let mask = 0; mask < maskCount; mask += 1) {
    applyMask(grid, mask);
    drawFormat(grid, mask);
    const found = penalty(grid);
    if (found < best.penalty) best = { mask, penalty: found };
    applyMask(grid, mask);
  }
  return best.mask;
}
