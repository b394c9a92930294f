import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../files/limits.ts';
import { XmlReader } from '../files/xml-reader.ts';
import { drawYearPoster, type PosterRun } from './year-poster.ts';

const run = (changes: Partial<PosterRun> = {}): PosterRun => ({
  day: '2024-05-01',
  metres: 10_000,
  moving: 3000,
  gain: 100,
  outline: 'M4 96L96 4',
  ...changes,
});
const options = { year: 2024, title: 'Anna', unit: 'km' } as const;

/** How often each element comes; throws when the poster is not whole XML. */
function count(svg: string): Record<string, number> {
  const counts: Record<string, number> = {};
  const reader = new XmlReader(
    {
      open: (name) => {
        counts[name] = (counts[name] ?? 0) + 1;
      },
      close: () => {},
    },
    defaultLimits,
  );
  reader.push(svg);
  reader.end();
  return counts;
}

describe('the poster of a year', () => {
  test.each([
    [1380, '>23 min<'],
    [3600, '>1 h<'],
    [273_600, '>76 h<'],
  ])('says of %i seconds %s', (moving, words) => {
    expect(drawYearPoster([run({ moving })], options)).toContain(words);
  });

  test('has a shape for each run of that year and the sums', () => {
    const svg = drawYearPoster(
      [
        run(),
        run({ day: '2024-06-01', metres: 21_100 }),
        run({ day: '2023-12-31' }),
        run({ day: '2024-07-01', outline: '' }),
      ],
      options,
    );
    expect(count(svg)).toMatchObject({ svg: 1, path: 2, circle: 1 });
    expect(svg).toContain('>41.10 km<');
    expect(svg).toContain('>3 h<');
    expect(svg).toContain('>300 m<');
  });

  test('contains no script or markup from its input', () => {
    const evil = '<script>alert(1)</script>"\'&';
    const svg = drawYearPoster([run({ outline: `M0 0"/>${evil}` })], {
      ...options,
      title: evil,
      note: evil,
      ink: `red"/>${evil}`,
    });
    expect(svg).not.toContain('<script');
    expect(count(svg)).toMatchObject({ svg: 1, circle: 1 });
  });

  test('fits a year of 700 runs, and one of none, onto the sheet', () => {
    const svg = drawYearPoster(
      Array.from({ length: 700 }, () => run()),
      options,
    );
    const places = [...svg.matchAll(/translate\(([\d.]+) ([\d.]+)\)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    expect(places).toHaveLength(700);
    expect(places.every(([x = 0, y = 0]) => x < 1120 && y < 1340)).toBe(true);
    expect(count(drawYearPoster([], options))).toMatchObject({ svg: 1 });
  });
});
