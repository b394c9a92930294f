import type { Sex } from './file/year-counts.ts';
import { findName } from './find-name.ts';
import { entryFor } from './name-row.ts';
import type { Names } from './names.ts';
import { followRing } from './same-sound.ts';
import { findSimilar, type SimilarName } from './similar.ts';
import { type Trend, trends } from './trend.ts';
import { readYearRanks, type YearRanks } from './year-ranks.ts';

/** Everything the page shows about one name. */
export interface NameDetail {
  name: string;
  syllables: number;
  trend: Trend;
  /** Girls among the children of the last twenty years, in percent. */
  girls: number;
  /** The sexes that have the name, the one with more children first. */
  sexes: SexHistory[];
  spellings: {
    /** The sex whose counts are merged. */
    sex: Sex;
    /** The most frequent spellings, this one included, and how many there are. */
    list: { name: string; total: number }[];
    count: number;
    /** All spellings together. */
    merged: YearValues;
  };
  similar: SimilarName[];
}

export interface SexHistory extends YearValues {
  sex: Sex;
  total: number;
  /** Of the year with the largest share. */
  peak: { year: number; count: number; rank: number };
  latest: { count: number; rank: number };
}

/** Values of consecutive years; 0 where the name is not listed. */
export interface YearValues {
  from: number;
  counts: number[];
  ranks: number[];
}

const maxSpellings = 12;

export async function describeName(names: Names, written: string): Promise<NameDetail | undefined> {
  const name = findName(names, written);
  if (name < 0) return undefined;
  const ranks = await readYearRanks(names);
  const main = entryFor(names, name);
  const entries = [main, main ^ 1].filter((entry) => (names.totals[entry] ?? 0) > 0);
  return {
    name: names.spellings[name] ?? '',
    syllables: names.syllables[name] ?? 1,
    trend: trends[names.trends[name] ?? 0] ?? 'rare',
    girls: (names.girlShare[name] ?? 0) / 2,
    sexes: entries.map((entry) => describeSex(names, ranks, entry)),
    spellings: describeSpellings(names, ranks, name, main & 1),
    similar: findSimilar(names, name),
  };
}

/** The history of a name with one sex; also for comparing several. */
export function describeSex(names: Names, ranks: YearRanks, entry: number): SexHistory {
  const sex = entry & 1;
  const values = toValues(names, ranks, sex, [entry]);
  const peakYear = names.peaks[entry] ?? names.firstYear;
  const at = peakYear - values.from;
  return {
    sex: sex ? 'boys' : 'girls',
    total: names.totals[entry] ?? 0,
    peak: { year: peakYear, count: values.counts[at] ?? 0, rank: values.ranks[at] ?? 0 },
    latest: { count: names.latest[entry] ?? 0, rank: names.ranks[entry] ?? 0 },
    ...values,
  };
}

function describeSpellings(
  names: Names,
  ranks: YearRanks,
  name: number,
  sex: number,
): NameDetail['spellings'] {
  const entries = followRing(names, name)
    .map((each) => 2 * each + sex)
    .filter((entry) => (names.totals[entry] ?? 0) > 0)
    .sort((one, other) => (names.totals[other] ?? 0) - (names.totals[one] ?? 0));
  return {
    sex: sex ? 'boys' : 'girls',
    list: entries
      .slice(0, maxSpellings)
      .map((entry) => ({ name: names.spellings[entry >> 1] ?? '', total: names.totals[entry] ?? 0 })),
    count: entries.length,
    merged: toValues(names, ranks, sex, entries),
  };
}

function toValues(names: Names, ranks: YearRanks, sex: number, entries: number[]): YearValues {
  const years = names.lastYear - names.firstYear + 1;
  const sums = new Uint32Array(years);
  for (const entry of entries) {
    const series = names.readCounts(entry);
    series?.counts.forEach((count, year) => {
      sums[series.start + year] = (sums[series.start + year] ?? 0) + count;
    });
  }
  const first = Math.max(
    0,
    sums.findIndex((count) => count > 0),
  );
  const counts = [...sums.subarray(first)];
  return {
    from: names.firstYear + first,
    counts,
    ranks: counts.map((count, year) => (count === 0 ? 0 : ranks.rankOf(sex, first + year, count))),
  };
}
