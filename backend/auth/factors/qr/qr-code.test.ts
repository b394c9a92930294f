import { describe, expect, it } from 'vitest';
import { findQrCode } from './qr-code.ts';
import { createGrid, drawPatterns, type QrGrid } from './qr-grid.ts';
import { applyMask } from './qr-mask.ts';
import { toSvg } from './qr-svg.ts';
import { lengthBits, toVersion } from './qr-version.ts';
import { multiply, powerOfTwo } from './reed-solomon.ts';

/** Decodes a QR code as a phone does: format, mask, bytes, blocks, correction, text. */
function read(grid: QrGrid): { text: string; version: number } {
  const version = toVersion((grid.size - 17) / 4);
  expect([grid.isDark(8, 0), grid.isDark(8, 1)], 'level M, as it looks under the format mask').toEqual([
    true,
    false,
  ]);
  const maskBits = [2, 3, 4].map((column) => (grid.isDark(8, column) ? 1 : 0));
  const mask = (((maskBits[0] ?? 0) << 2) | ((maskBits[1] ?? 0) << 1) | (maskBits[2] ?? 0)) ^ 0b101;
  const patterns = createGrid(grid.size);
  drawPatterns(patterns, version);
  const plain = createGrid(grid.size);
  for (let row = 0; row < grid.size; row += 1) {
    for (let column = 0; column < grid.size; column += 1) {
      if (patterns.isPattern(row, column)) plain.setPattern(row, column, grid.isDark(row, column));
      else plain.set(row, column, grid.isDark(row, column));
    }
  }
  applyMask(plain, mask);
  const blocks = toBlocks(readBytes(plain).slice(0, version.totalBytes), version);
  for (const block of blocks) expect(syndromes(block, version.correctionBytesOfBlock)).toEqual(new Set([0]));
  const data = blocks.flatMap((block) => block.slice(0, block.length - version.correctionBytesOfBlock));
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  expect(bits.slice(0, 4)).toBe('0100');
  const start = 4 + lengthBits(version.number);
  const length = Number.parseInt(bits.slice(4, start), 2);
  const bytes = Array.from({ length }, (_, index) =>
    Number.parseInt(bits.slice(start + index * 8, start + index * 8 + 8), 2),
  );
  return { text: Buffer.from(bytes).toString(), version: version.number };
}

function readBytes(grid: QrGrid): number[] {
  const bits: string[] = [];
  let isUpwards = true;
  for (let right = grid.size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < grid.size; step += 1) {
      const row = isUpwards ? grid.size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!grid.isPattern(row, column)) bits.push(grid.isDark(row, column) ? '1' : '0');
      }
    }
    isUpwards = !isUpwards;
  }
  return (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

function toBlocks(bytes: number[], version: ReturnType<typeof toVersion>): number[][] {
  const blocks = Array.from({ length: version.blocks }, (): number[] => []);
  const short = Math.floor(version.dataBytes / version.blocks);
  const long = version.dataBytes % version.blocks;
  let at = 0;
  for (let round = 0; round < short; round += 1) for (const block of blocks) block.push(bytes[at++] ?? -1);
  if (long > 0) for (const block of blocks.slice(-long)) block.push(bytes[at++] ?? -1);
  for (let round = 0; round < version.correctionBytesOfBlock; round += 1)
    for (const block of blocks) block.push(bytes[at++] ?? -1);
  return blocks;
}

/** All zero exactly when a block is undamaged. */
function syndromes(block: number[], count: number): Set<number> {
  return new Set(
    Array.from({ length: count }, (_, root) =>
      block.reduce((sum, byte) => multiply(sum, powerOfTwo(root)) ^ byte, 0),
    ),
  );
}

const rows = (grid: QrGrid) =>
  Array.from({ length: grid.size }, (_, row) =>
    Array.from({ length: grid.size }, (_, column) => (grid.isDark(row, column) ? '#' : '.')).join(''),
  );

describe('QR codes', () => {
  it.each([
    0, 1, 14, 15, 26, 60, 90, 122, 123, 180, 213, 290, 412, 413, 700, 1000, 1500, 2331,
  ])('a text of %i bytes can be read back', (length) => {
    const text = Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * 7) % 90))).join('');
    const code = findQrCode(text);
    expect(code && read(code).text).toBe(text);
  });

  it('takes the smallest version that holds the text', () => {
    const versions = [14, 15, 213, 214, 412, 413].map((length) => {
      const code = findQrCode('x'.repeat(length));
      return code && read(code).version;
    });
    expect(versions).toEqual([1, 2, 10, 11, 15, 16]);
  });

  it('has no code for a text that no version holds', () => {
    expect(findQrCode('x'.repeat(2332))).toBeUndefined();
  });

  it('counts bytes, not characters', () => {
    const code = findQrCode('ä€😀'.repeat(9));
    expect(code && read(code).text).toBe('ä€😀'.repeat(9));
  });

  it('draws the same modules as other encoders', () => {
    expect(rows(findQrCode('porchlight') ?? createGrid(0))).toEqual([
      '#######.###...#######',
      '#.....#...##..#.....#',
      '#.###.#..##.#.#.###.#',
      '#.###.#.#...#.#.###.#',
      '#.###.#.##.##.#.###.#',
      '#.....#.##..#.#.....#',
      '#######.#.#.#.#######',
      '........###..........',
      '#...#.###...######..#',
      '###.##.#.##.#.#.##.#.',
      '#.#.#.#.##..###.#.##.',
      '....##.#.#####..#....',
      '.#.#..##..##.#..##.##',
      '........#.####..#.#..',
      '#######.#.##....####.',
      '#.....#...#..#.##...#',
      '#.###.#.##..#..##..#.',
      '#.###.#..##.#.#.#.###',
      '#.###.#...#.#...#.#..',
      '#.....#....##..##....',
      '#######.#..#.##.#...#',
    ]);
  });

  it('as SVG is safe in a data URL, and shows every dark module', () => {
    const code = findQrCode('otpauth://totp/a:b?secret=ABC') ?? createGrid(0);
    const svg = toSvg(code);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^#%\n\r]*<\/svg>$/);
    const drawn = [...svg.matchAll(/M\d+ \d+h(\d+)/g)].reduce((sum, [, length]) => sum + Number(length), 0);
    expect(drawn).toBe(rows(code).join('').replaceAll('.', '').length);
  });
});
