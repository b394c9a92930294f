import type { QrGrid } from './qr-grid.ts';

/** The modules that each of the eight masks inverts. */
const masks: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_row, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];
export const maskCount = masks.length;

/** Inverts the data modules that a mask selects. Applying it again undoes it. */
export function applyMask(grid: QrGrid, mask: number): void {
  const isTurned = masks[mask];
  if (isTurned === undefined) throw new RangeError(`there is no mask ${mask}`);
  for (let row = 0; row < grid.size; row += 1) {
    for (let column = 0; column < grid.size; column += 1) {
      if (!grid.isPattern(row, column) && isTurned(row, column))
        grid.set(row, column, !grid.isDark(row, column));
    }
  }
}

/** How hard a code is to read: runs, solid squares, shapes like a finder, and a balance far from half dark. */
export function penalty(grid: QrGrid): number {
  const { size, modules } = grid;
  let total = 0;
  let dark = 0;
  for (let index = 0; index < size; index += 1) {
    total += linePenalty(modules, index * size, 1, size) + linePenalty(modules, index, size, size);
  }
  for (let at = 0; at < modules.length; at += 1) {
    const module = modules[at];
    if (module === 1) dark += 1;
    const isSquare =
      at >= size &&
      at % size > 0 &&
      modules[at - 1] === module &&
      modules[at - size] === module &&
      modules[at - size - 1] === module;
    if (isSquare) total += 3;
  }
  return total + Math.floor(Math.abs(dark / modules.length - 0.5) * 20) * 10;
}

/** A finder's 1:1:3:1:1 with four light modules on one side. The margin around the code is light as well. */
const finderShapes = [0b10111010000, 0b00001011101];
const margin = 4;

function linePenalty(modules: Uint8Array, start: number, step: number, size: number): number {
  let total = 0;
  let run = 0;
  let before = -1;
  let window = 0;
  for (let index = 0; index < size + margin; index += 1) {
    const module = index < size ? (modules[start + index * step] ?? 0) : 0;
    window = ((window << 1) | module) & 0x7ff;
    // The margin before the line counts: the window starts with light modules.
    if (index >= 6 && finderShapes.includes(window)) total += 40;
    if (index >= size) continue;
    run = module === before ? run + 1 : 1;
    if (run === 5) total += 3;
    else if (run > 5) total += 1;
    before = module;
  }
  return total;
}
