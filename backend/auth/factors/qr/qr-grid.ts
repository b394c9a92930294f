import type { QrVersion } from './qr-version.ts';

/** The modules of a code, and which of them are patterns that carry no data. */
export interface QrGrid {
  size: number;
  /** Row by row, 1 for dark. */
  modules: Uint8Array;
  isDark(row: number, column: number): boolean;
  isPattern(row: number, column: number): boolean;
  set(row: number, column: number, dark: boolean): void;
  setPattern(row: number, column: number, dark: boolean): void;
}

export function createGrid(size: number): QrGrid {
  const modules = new Uint8Array(size * size);
  const pattern = new Uint8Array(size * size);
  const set = (row: number, column: number, isDark: boolean) => {
    modules[row * size + column] = isDark ? 1 : 0;
  };
  return {
    size,
    modules,
    isDark: (row, column) => modules[row * size + column] === 1,
    isPattern: (row, column) => pattern[row * size + column] === 1,
    set,
    setPattern(row, column, isDark) {
      set(row, column, isDark);
      pattern[row * size + column] = 1;
    },
  };
}

/** Everything that a reader locates the code by, with space left for the format bits. */
export function drawPatterns(grid: QrGrid, version: QrVersion): void {
  const { size } = grid;
  for (let index = 0; index < size; index += 1) {
    grid.setPattern(6, index, index % 2 === 0);
    grid.setPattern(index, 6, index % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    drawFinder(grid, row, column);
  }
  const { alignment } = version;
  const last = alignment.length - 1;
  for (const [i, row] of alignment.entries()) {
    for (const [j, column] of alignment.entries()) {
      const isFinder = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0);
      if (!isFinder) drawAlignment(grid, row, column);
    }
  }
  drawFormat(grid, 0);
  if (version.number >= 7) drawVersion(grid, version.number);
}

function drawFinder(grid: QrGrid, row: number, column: number): void {
  for (let y = -4; y <= 4; y += 1) {
    for (let x = -4; x <= 4; x += 1) {
      const isInside = row + y >= 0 && row + y < grid.size && column + x >= 0 && column + x < grid.size;
      const ring = Math.max(Math.abs(x), Math.abs(y));
      if (isInside) grid.setPattern(row + y, column + x, ring !== 2 && ring !== 4);
    }
  }
}

function drawAlignment(grid: QrGrid, row: number, column: number): void {
  for (let y = -2; y <= 2; y += 1) {
    for (let x = -2; x <= 2; x += 1)
      grid.setPattern(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
  }
}

/** Level M and the mask, with ten bits of correction, twice. */
export function drawFormat(grid: QrGrid, mask: number): void {
  const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
  const isSet = (index: number) => ((bits >> index) & 1) === 1;
  const { size } = grid;
  for (let index = 0; index < 15; index += 1) {
    const beside = index < 6 ? index : index < 8 ? index + 1 : size - 15 + index;
    const below = index < 8 ? size - 1 - index : index === 8 ? 7 : 14 - index;
    grid.setPattern(beside, 8, isSet(index));
    grid.setPattern(8, below, isSet(index));
  }
  grid.setPattern(size - 8, 8, true);
}

function drawVersion(grid: QrGrid, number: number): void {
  const bits = (number << 12) | remainder(number, 12, 0x1f25);
  for (let index = 0; index < 18; index += 1) {
    const isDark = ((bits >> index) & 1) === 1;
    const [near, far] = [Math.floor(index / 3), grid.size - 11 + (index % 3)];
    grid.setPattern(near, far, isDark);
    grid.setPattern(far, near, isDark);
  }
}

/** The remainder of value · 2^degree divided by a polynomial of that degree. */
function remainder(value: number, degree: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < degree; step += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor);
  return rest;
}
