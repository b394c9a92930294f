/**
 * The packed file: a line of text that says what it is, a line of JSON with the figures below, the columns of the index, and then the counts in blocks.
 * Columns and blocks are compressed one by one, each preceded by its length (32 bits, little endian), so that the index is read without the counts and a block
 * of counts on first use: the columns with zstd, which is faster to unpack, the blocks with brotli, which is smaller. The reasons: docs/decisions/0023-names-in-one-file.md.
 */
export const signature = 'porchlight names 1\n';

export interface FileHead {
  firstYear: number;
  lastYear: number;
  names: number;
  /** A name with a sex: one row of counts. */
  series: number;
  /** Counts that are not 0: the lines of the source. */
  rows: number;
  /** Children that are listed in each year. */
  births: { girls: number[]; boys: number[] };
}

/** The columns of the index in their order in the file. Numbers wider than a byte have a column a byte, low one first: they compress better so. */
export const columnOrder = [
  // For each name, in alphabetical order: letters shared with the name before it, and those that are not, each name ended by a line feed.
  'shared',
  'letters',
  // For each name: 1 girls, 2 boys, 3 both.
  'sexes',
  'syllables',
  // For each name: how many names before it the last one stands that sounds the same; 0 for none.
  'sound0',
  'sound1',
  'sound2',
  // For each name: girls among its children, in half per cents, and how it moves (trend.ts).
  'girlShare',
  'trend',
  // For each series, girls before boys: children of all years, of the last year, and years from the first one to that of the largest share.
  'total0',
  'total1',
  'total2',
  'latest0',
  'latest1',
  'latest2',
  'peak',
] as const;

export type ColumnName = (typeof columnOrder)[number];
export type Columns = Record<ColumnName, Uint8Array>;

/** Series in a block of counts. The names people look at are in the first blocks: see `orderByTotal`. */
export const blockSize = 1024;

/** No part of a valid file is larger: a broken or hostile one must not exhaust the memory of the process. */
export const maxPartBytes = 16 * 1024 * 1024;

/**
 * The order of the series in the blocks: by the size of their total in powers of two, the largest first, and by the alphabet within one size.
 * That is enough to bring the frequent ones together, and takes a hundredth of the time of sorting.
 */
export function orderByTotal(totals: ArrayLike<number>): Uint32Array {
  const sizes = 33;
  const places = new Uint32Array(sizes + 1);
  const classOf = (series: number) => Math.clz32(totals[series] as number);
  for (let series = 0; series < totals.length; series++) {
    const next = classOf(series) + 1;
    places[next] = (places[next] as number) + 1;
  }
  for (let size = 1; size <= sizes; size++)
    places[size] = (places[size] as number) + (places[size - 1] as number);
  const order = new Uint32Array(totals.length);
  for (let series = 0; series < totals.length; series++) {
    const size = classOf(series);
    const place = places[size] as number;
    places[size] = place + 1;
    order[place] = series;
  }
  return order;
}
