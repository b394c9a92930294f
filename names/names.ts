import { type NamesFile, readWide, type SeriesCounts } from './file/parse-file.ts';

/**
 * All names in memory, in alphabetical order, as columns that queries run over. What differs by sex has two values a name, girls first: an entry is
 * `2 * name + sex`.
 */
export interface Names {
  firstYear: number;
  lastYear: number;
  /** Lines of the source, and the children in them. */
  rows: number;
  births: NamesFile['births'];
  spellings: string[];
  /** All names in small letters, each between two line feeds, and where each begins. */
  text: string;
  textStarts: Uint32Array;
  syllables: Uint8Array;
  /** Girls among the children of a name, in half per cents. */
  girlShare: Uint8Array;
  /** Numbers of trend.ts. */
  trends: Uint8Array;
  /** Per entry: children of all years and of the last one, rank in the last one (0 for none), year of the largest share. */
  totals: Uint32Array;
  latest: Uint32Array;
  ranks: Uint16Array;
  peaks: Uint16Array;
  /** Per name: the next name with the same sound, as a circular list; itself where no other name sounds the same. */
  nextSameSound: Uint32Array;
  /** The counts of an entry, if there are any. */
  readCounts(entry: number): SeriesCounts | undefined;
}

export function toNames(file: NamesFile): Names {
  const { columns, seriesOf, spellings } = file;
  const latest = spread(seriesOf, readWide(columns.latest0, columns.latest1, columns.latest2));
  return {
    firstYear: file.firstYear,
    lastYear: file.lastYear,
    rows: file.rows,
    births: file.births,
    spellings,
    text: file.text,
    textStarts: file.textStarts,
    syllables: columns.syllables,
    girlShare: columns.girlShare,
    trends: columns.trend,
    totals: spread(seriesOf, readWide(columns.total0, columns.total1, columns.total2)),
    latest,
    ranks: toRanks(latest),
    peaks: toYears(seriesOf, columns.peak, file.firstYear),
    nextSameSound: toRings(readWide(columns.sound0, columns.sound1, columns.sound2)),
    readCounts(entry) {
      const series = seriesOf[entry] ?? -1;
      return series < 0 ? undefined : file.readSeries(series);
    },
  };
}

/** One value a series → one value an entry, 0 where there is no series. */
function spread(seriesOf: Int32Array, values: Uint32Array): Uint32Array {
  const column = new Uint32Array(seriesOf.length);
  for (let entry = 0; entry < column.length; entry++) {
    const series = seriesOf[entry] as number;
    if (series >= 0) column[entry] = values[series] as number;
  }
  return column;
}

function toYears(seriesOf: Int32Array, peaks: Uint8Array, firstYear: number): Uint16Array {
  const years = new Uint16Array(seriesOf.length);
  for (let entry = 0; entry < years.length; entry++) {
    const series = seriesOf[entry] as number;
    if (series >= 0) years[entry] = firstYear + (peaks[series] as number);
  }
  return years;
}

/** Ranks in the last year, each sex by itself. Names with the same count share a rank. */
function toRanks(latest: Uint32Array): Uint16Array {
  const ranks = new Uint16Array(latest.length);
  let largest = 0;
  for (let entry = 0; entry < latest.length; entry++) largest = Math.max(largest, latest[entry] as number);
  for (const sex of [0, 1]) {
    // How many names have a count, then how many have a larger one.
    const above = new Uint32Array(largest + 2);
    for (let entry = sex; entry < latest.length; entry += 2) {
      const count = latest[entry] as number;
      above[count] = (above[count] as number) + 1;
    }
    for (let count = largest, sum = 0; count >= 0; count--) {
      const here = above[count] as number;
      above[count] = sum;
      sum += here;
    }
    for (let entry = sex; entry < latest.length; entry += 2) {
      const count = latest[entry] as number;
      if (count > 0) ranks[entry] = (above[count] as number) + 1;
    }
  }
  return ranks;
}

/** Distances to the last name of the same sound → circular lists: from each name to the next one, and from the last back to the first. */
function toRings(distances: Uint32Array): Uint32Array {
  const next = new Uint32Array(distances.length);
  for (let name = 0; name < next.length; name++) {
    const before = name - (distances[name] as number);
    next[name] = before === name ? name : (next[before] as number);
    next[before] = name;
  }
  return next;
}
