import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toYears } from '../fetch/add-years.ts';
import { namesFile } from '../names-file.ts';
import { readNamesFile } from './read-file.ts';
import { readNamesInBrowser } from './read-in-browser.ts';
import { writeNamesFile } from './write-file.ts';
import { writeNamesForBrowser } from './write-for-browser.ts';
import type { YearCounts } from './year-counts.ts';

const years: YearCounts[] = [
  {
    year: 2000,
    rows: [
      { name: 'Emma', sex: 'girls', count: 12_000 },
      { name: 'Emmett', sex: 'boys', count: 300 },
      { name: 'Riley', sex: 'girls', count: 50 },
      { name: 'Riley', sex: 'boys', count: 70 },
    ],
  },
  { year: 2001, rows: [{ name: 'Emma', sex: 'girls', count: 5 }] },
  {
    year: 2002,
    rows: [
      { name: 'Emma', sex: 'girls', count: 99_685 },
      { name: 'Riley', sex: 'boys', count: 6 },
      { name: 'Aaban', sex: 'boys', count: 5 },
    ],
  },
];

const sorted = (list: YearCounts[]) =>
  list.map(({ year, rows }) => ({
    year,
    rows: [...rows].sort((one, other) => `${one.name}${one.sex}`.localeCompare(`${other.name}${other.sex}`)),
  }));

describe('a packed file', () => {
  test('returns every line of the input', async () => {
    const file = await readNamesFile(writeNamesFile(years));
    expect(sorted(toYears(file))).toEqual(sorted(years));
    expect(file).toMatchObject({ firstYear: 2000, lastYear: 2002, names: 4, series: 5, rows: 8 });
    expect(file.spellings).toEqual(['Aaban', 'Emma', 'Emmett', 'Riley']);
    expect(file.births).toEqual({ girls: [12_050, 5, 99_685], boys: [370, 0, 11] });
  });

  test('is the same bytes whatever the order of the lines', () => {
    const turned = years.map(({ year, rows }) => ({ year, rows: rows.toReversed() })).toReversed();
    expect(writeNamesFile(turned).equals(writeNamesFile(years))).toBe(true);
  });

  test.each([
    ['a year is missing', years.filter(({ year }) => year !== 2001), /gaps/],
    ['a year comes twice', [...years, ...years.slice(0, 1)], /twice/],
    [
      'a name stands twice in a year',
      [{ year: 2000, rows: [...(years[1]?.rows ?? []), ...(years[1]?.rows ?? [])] }],
      /twice in 2000/,
    ],
  ])('is not made when %s', (_, given, message) => {
    expect(() => writeNamesFile(given)).toThrow(message);
  });

  test.each([
    ['is another file', () => Buffer.from('PK and so on')],
    ['is empty', () => Buffer.alloc(0)],
    ['is cut off', () => writeNamesFile(years).subarray(0, -3)],
    ['lacks its counts', () => writeNamesFile(years).subarray(0, 300)],
  ])('that %s is refused with instructions', async (_, make) => {
    await expect(readNamesFile(make())).rejects.toThrow(/npm run names:fetch/);
  });
});

describe('the form for browsers', () => {
  const readBack = (bytes: Uint8Array) => readNamesInBrowser(new Blob([Uint8Array.from(bytes)]).stream());

  test('has every line of the packed file', async () => {
    const file = await readBack(writeNamesForBrowser(writeNamesFile(years)));
    expect(sorted(toYears(file))).toEqual(sorted(years));
  });

  test('is refused when it is another file, or cut off', async () => {
    const whole = writeNamesForBrowser(writeNamesFile(years));
    await expect(readBack(whole.subarray(0, -30))).rejects.toThrow();
    await expect(readBack(Buffer.from('<!doctype html>'))).rejects.toThrow();
  });
});

describe('the file of this repository', () => {
  const bytes = readFileSync(namesFile);

  test('is the one its checksum was made from', () => {
    const [checksum] = readFileSync(`${namesFile}.sha256`, 'utf8').split(' ');
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(checksum);
  });

  test('is a tenth larger for browsers', () => {
    expect(writeNamesForBrowser(bytes).length / bytes.length).toBeLessThan(1.15);
  });

  test('is about two megabytes and holds every line of the source', async () => {
    const file = await readNamesFile(bytes);
    expect(bytes.length).toBeLessThan(2_100_000);
    const all = [...file.births.girls, ...file.births.boys].reduce((sum, count) => sum + count, 0);
    if (file.lastYear === 2016)
      expect([file.rows, file.names, all]).toEqual([1_891_894, 96_174, 344_533_897]);
    let rows = 0;
    let children = 0;
    for (let series = 0; series < file.series; series++) {
      for (const count of file.readSeries(series).counts) {
        if (count > 0) rows++;
        children += count;
      }
    }
    expect([rows, children]).toEqual([file.rows, all]);
  });
});
