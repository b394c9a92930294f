import type { NameCount, YearCounts } from '../file/year-counts.ts';

const line = /^([A-Za-z][A-Za-z'-]{0,38}),([FM]),(\d{1,7})$/;

/** Reads one `yobYYYY.txt`: `Mary,F,7065` a line. Throws with the number of the line at fault. */
export function parseYear(year: number, text: string): YearCounts {
  const rows: NameCount[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    if (written.trim() === '') continue;
    const [, name, sex, count] = line.exec(written) ?? [];
    if (!name || Number(count) < 1)
      throw new Error(`yob${year}.txt, line ${index + 1}: "${written.slice(0, 60)}" is not "Name,F,123".`);
    rows.push({ name, sex: sex === 'F' ? 'girls' : 'boys', count: Number(count) });
  }
  if (rows.length === 0) throw new Error(`yob${year}.txt has no names.`);
  return { year, rows };
}

/** The year in a file's name, or undefined for any other file: `raw-data/yob1880.txt` is 1880. */
export function findYear(file: string): number | undefined {
  const year = /(?:^|\/)yob(\d{4})\.txt$/.exec(file)?.[1];
  return year ? Number(year) : undefined;
}
