import { encode } from 'uqr';

/** Light modules that must surround a code. */
const border = 4;
const moduleSize = 5;

/**
 * The QR code of a text, error correction level M, as SVG. supabase-js puts `data:image/svg+xml;utf-8,` before it and pages use it as
 * the URL of a picture, so it contains no `#`, `%` or line break, which would end or change such a URL.
 */
export function toQrSvg(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border });
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark && !row[x - 1] ? toBar(x, y, row.indexOf(false, x) - x) : [])),
  );
  const side = size * moduleSize;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/>` +
    `<path d="${path.join('')}" fill="black"/></svg>`
  );
}

/** Dark modules side by side are one rectangle. The border is light, so every bar ends inside its row. */
function toBar(x: number, y: number, length: number): string {
  return `M${x} ${y}h${length}v1h-${length}z`;
}
