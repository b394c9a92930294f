import type { NamesFile } from '../file/parse-file.ts';
import { readNamesFile } from '../file/read-file.ts';
import { writeNamesFile } from '../file/write-file.ts';
import { type NameCount, sexes, type YearCounts } from '../file/year-counts.ts';
import { findYear, parseYear } from './parse-year.ts';

/** A packed file with the years of the given `yobYYYY.txt` files in it; a year that exists is replaced. */
export async function addYears(
  packed: Buffer,
  files: { name: string; text: string }[],
): Promise<{ bytes: Buffer; added: number[] }> {
  const given = files.flatMap(({ name, text }) => {
    const year = findYear(name);
    return year === undefined ? [] : [parseYear(year, text)];
  });
  if (given.length === 0) throw new Error('There is no file called yobYYYY.txt in it.');
  const added = given.map(({ year }) => year).sort();
  const kept = toYears(await readNamesFile(packed)).filter(({ year }) => !added.includes(year));
  return { bytes: writeNamesFile([...kept, ...given]), added };
}

/** The content of a packed file as one list a year. */
export function toYears(file: NamesFile): YearCounts[] {
  const years = new Map<number, NameCount[]>();
  for (let year = file.firstYear; year <= file.lastYear; year++) years.set(year, []);
  file.spellings.forEach((name, index) => {
    sexes.forEach((sex, which) => {
      const series = file.seriesOf[2 * index + which] ?? -1;
      if (series < 0) return;
      const { start, counts } = file.readSeries(series);
      counts.forEach((count, year) => {
        if (count > 0) years.get(file.firstYear + start + year)?.push({ name, sex, count });
      });
    });
  });
  return [...years].map(([year, rows]) => ({ year, rows }));
}
