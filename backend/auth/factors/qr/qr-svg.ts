import type { QrGrid } from './qr-grid.ts';

/** Light modules that must surround a code. */
const margin = 4;
const moduleSize = 5;

/**
 * A code as SVG. supabase-js puts `data:image/svg+xml;utf-8,` before it and pages use it as the URL of a picture, so it contains
 * no `#`, `%` or line break, which would end or change such a URL.
 */
export function toSvg(grid: QrGrid): string {
  let path = '';
  for (let row = 0; row < grid.size; row += 1) {
    for (let column = 0; column < grid.size; column += 1) {
      if (!grid.isDark(row, column)) continue;
      let length = 1;
      while (column + length < grid.size && grid.isDark(row, column + length)) length += 1;
      path += `M${column + margin} ${row + margin}h${length}v1h-${length}z`;
      column += length - 1;
    }
  }
  const units = grid.size + 2 * margin;
  const side = units * moduleSize;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${units} ${units}" ` +
    `shape-rendering="crispEdges"><rect width="${units}" height="${units}" fill="white"/>` +
    `<path d="${path}" fill="black"/></svg>`
  );
}
