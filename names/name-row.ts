import type { Sex } from './file/year-counts.ts';
import type { SexChoice } from './filter.ts';
import type { Names } from './names.ts';
import { type Trend, trends } from './trend.ts';

/** The main figures of a name. */
export interface NameFigures {
  name: string;
  /** The sex that the figures are about: the one of the filter, otherwise the one with more children. */
  sex: Sex;
  /** In the last year; 0 for none. */
  rank: number;
  count: number;
  peak: number;
  trend: Trend;
  /** Girls among the children of the last twenty years, in percent. */
  girls: number;
}

/** A name in a list of results. */
export interface NameRow extends NameFigures {
  /** The share over the years, in steps of four years: one letter a step, from 0 to z. */
  line: string;
}

export function toRow(names: Names, name: number, sex: SexChoice | '' = ''): NameRow {
  return { ...toFigures(names, name, sex), line: toLine(names, entryFor(names, name, sex)) };
}

/** Without the counts of the years, which have to be unpacked. */
export function toFigures(names: Names, name: number, sex: SexChoice | '' = ''): NameFigures {
  const entry = entryFor(names, name, sex);
  return {
    name: names.spellings[name] ?? '',
    sex: entry & 1 ? 'boys' : 'girls',
    rank: names.ranks[entry] ?? 0,
    count: names.latest[entry] ?? 0,
    peak: names.peaks[entry] ?? 0,
    trend: trends[names.trends[name] ?? 0] ?? 'rare',
    girls: (names.girlShare[name] ?? 0) / 2,
  };
}

/** The entry of the sex of the filter, or of the one with more children. */
export function entryFor({ totals }: Names, name: number, sex: SexChoice | '' = ''): number {
  const girls = totals[2 * name] ?? 0;
  const boys = totals[2 * name + 1] ?? 0;
  if (sex === 'girls' && girls > 0) return 2 * name;
  if (sex === 'boys' && boys > 0) return 2 * name + 1;
  return girls >= boys ? 2 * name : 2 * name + 1;
}

const step = 4;

function toLine(names: Names, entry: number): string {
  const births = entry & 1 ? names.births.boys : names.births.girls;
  const series = names.readCounts(entry);
  if (!series) return '';
  const shares: number[] = [];
  for (let from = 0; from < births.length; from += step) {
    let count = 0;
    let all = 0;
    for (let year = from; year < Math.min(from + step, births.length); year++) {
      count += series.counts[year - series.start] ?? 0;
      all += births[year] ?? 0;
    }
    shares.push(all === 0 ? 0 : count / all);
  }
  const largest = Math.max(...shares);
  return shares.map((share) => Math.round((35 * share) / largest).toString(36)).join('');
}
