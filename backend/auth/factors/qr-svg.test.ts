import { describe, expect, it } from 'vitest';
import { toQrSvg } from './qr-svg.ts';

/** The modules that an SVG draws, without the light border. */
function readModules(svg: string): string[] {
  const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const rows = Array.from({ length: side }, () => Array<string>(side).fill('.'));
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    rows[Number(y)]?.fill('#', Number(x), Number(x) + Number(length));
  const border = rows.flatMap((row, y) =>
    row.filter((_, x) => Math.min(x, y) < 4 || Math.max(x, y) >= side - 4),
  );
  expect(new Set(border)).toEqual(new Set(['.']));
  return rows.slice(4, -4).map((row) => row.slice(4, -4).join(''));
}

describe('a QR code as SVG', () => {
  it('has the modules that other encoders draw for level M', () => {
    expect(readModules(toQrSvg('porchlight'))).toEqual([
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

  it('is safe in a data URL', () => {
    const svg = toQrSvg('otpauth://totp/a:b?secret=ABC&issuer=100%25#');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+"[^#%\n\r]*<\/svg>$/);
  });

  it('takes the smallest size that holds the text, up to the longest that is drawn', () => {
    const sizes = [14, 15, 213, 214, 600].map((length) => readModules(toQrSvg('x'.repeat(length))).length);
    expect(sizes).toEqual([21, 25, 57, 61, 93]);
  });
});
