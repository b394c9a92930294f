import { type Sex, sexes, type YearCounts } from './year-counts.ts';

/** A name with the counts of each sex that has it, one a year. */
export interface NameSeries {
  name: string;
  counts: [girls: Uint32Array | undefined, boys: Uint32Array | undefined];
}

export interface AllSeries {
  firstYear: number;
  lastYear: number;
  /** In alphabetical order. */
  names: NameSeries[];
  births: Record<Sex, number[]>;
}

/** Turns lists by year into rows by name. Throws when a year is missing or a name stands twice in one. */
export function toSeries(years: YearCounts[]): AllSeries {
  const firstYear = Math.min(...years.map(({ year }) => year));
  const lastYear = Math.max(...years.map(({ year }) => year));
  const span = lastYear - firstYear + 1;
  if (years.length !== span || new Set(years.map(({ year }) => year)).size !== span)
    throw new Error(`The years ${firstYear} to ${lastYear} have gaps or come twice.`);
  if (span > 256) throw new Error('The file has room for 256 years.');
  const byName = new Map<string, NameSeries>();
  const births: Record<Sex, number[]> = { girls: new Array(span).fill(0), boys: new Array(span).fill(0) };
  for (const { year, rows } of years) {
    const at = year - firstYear;
    for (const { name, sex, count } of rows) {
      const series: NameSeries = byName.get(name) ?? { name, counts: [undefined, undefined] };
      byName.set(name, series);
      const which = sexes.indexOf(sex);
      const counts = series.counts[which] ?? new Uint32Array(span);
      series.counts[which] = counts;
      if (counts[at]) throw new Error(`${name} (${sex}) stands twice in ${year}.`);
      counts[at] = count;
      births[sex][at] = (births[sex][at] ?? 0) + count;
    }
  }
  const names = [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { firstYear, lastYear, names, births };
}
