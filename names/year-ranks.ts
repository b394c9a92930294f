import type { Names } from './names.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Ranks in every year. */
export interface YearRanks {
  /** The rank that a count has among all names of a sex in a year (years from the first one). Names with the same count share a rank. */
  rankOf(sex: number, year: number, count: number): number;
}

/** Counts below this have a table; the few above it are kept in order. */
const tableSize = 1024;
/** Names that are read before the event loop gets its turn: a few milliseconds. */
const sliceSize = 4096;

const cache = new WeakMap<Names, Promise<YearRanks>>();

/** Reads all counts once, in slices, on the first request for a rank in an earlier year. A failure is not cached. */
export function readYearRanks(names: Names): Promise<YearRanks> {
  let ranks = cache.get(names);
  if (!ranks) {
    ranks = makeYearRanks(names).catch((error: unknown) => {
      cache.delete(names);
      throw error;
    });
    cache.set(names, ranks);
  }
  return ranks;
}

async function makeYearRanks(names: Names): Promise<YearRanks> {
  const years = names.lastYear - names.firstYear + 1;
  const above = Array.from({ length: 2 * years }, () => new Uint16Array(tableSize));
  const large: number[][] = Array.from({ length: 2 * years }, () => []);
  const tables = { years, above, large };
  const entries = 2 * names.spellings.length;
  for (let from = 0; from < entries; from += sliceSize) {
    for (let entry = from; entry < Math.min(from + sliceSize, entries); entry++)
      addEntry(names, entry, tables);
    await yieldToEventLoop();
  }
  for (const table of above) sumFromAbove(table);
  return {
    rankOf(sex, year, count) {
      const at = sex * years + year;
      const frequent = large[at] ?? [];
      if (count < tableSize) return 1 + frequent.length + (above[at]?.[count] ?? 0);
      return 1 + frequent.filter((other) => other > count).length;
    },
  };
}

function addEntry(
  names: Names,
  entry: number,
  { years, above, large }: { years: number; above: Uint16Array[]; large: number[][] },
): void {
  const series = names.readCounts(entry);
  if (!series) return;
  const { start, counts } = series;
  const first = (entry & 1) * years + start;
  for (let year = 0; year < counts.length; year++) {
    const count = counts[year] as number;
    if (count === 0) continue;
    if (count >= tableSize) large[first + year]?.push(count);
    else {
      const table = above[first + year] as Uint16Array;
      table[count] = (table[count] as number) + 1;
    }
  }
}

/** How many names have a count → how many have a larger one. */
function sumFromAbove(table: Uint16Array): void {
  for (let count = table.length - 1, sum = 0; count >= 0; count--) {
    const here = table[count] as number;
    table[count] = sum;
    sum += here;
  }
}
