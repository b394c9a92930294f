import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { type CountBlock, readBlock } from './count-blocks.ts';
import { blockSize, type Columns, columnOrder, type FileHead, orderByTotal, signature } from './layout.ts';

const lineFeed = 10;

/** The unpacked index of the packed file, and a reader for its counts. */
export interface NamesFile extends FileHead {
  /** In alphabetical order. */
  spellings: string[];
  /** All names in small letters, each between two line feeds, and where each begins. */
  text: string;
  textStarts: Uint32Array;
  columns: Columns;
  /** Two for each name, girls and boys: the number of the series, or -1. */
  seriesOf: Int32Array;
  /** The counts of a series; its block is unpacked on first use. */
  readSeries(series: number): SeriesCounts;
}

export interface SeriesCounts {
  /** Years from `firstYear` to the first count. */
  start: number;
  counts: Uint32Array;
}

/** Columns and blocks are compressed in different ways, and not at all in a browser (write-for-browser.ts). */
export interface Unpack {
  column(part: Uint8Array): Uint8Array;
  block(part: Uint8Array): Uint8Array;
}

/** Reads the index in two steps and yields to the event loop between them: each takes a few hundredths of a second. */
export async function parseNamesFile(bytes: Uint8Array, unpack: Unpack): Promise<NamesFile> {
  const { head, parts } = splitParts(bytes);
  const unpacked = parts.slice(0, columnOrder.length).map(unpack.column);
  await yieldToEventLoop();
  const columns = Object.fromEntries(
    columnOrder.map((name, index) => [name, unpacked[index]]),
  ) as unknown as Columns;
  const readSeries = createSeriesReader(head, columns, parts.slice(columnOrder.length), unpack);
  return { ...head, columns, ...readSpellings(head, columns), readSeries };
}

/** The parts as they are in the file: the columns of the index, then the blocks of counts. */
export function splitParts(bytes: Uint8Array): { head: FileHead; parts: Uint8Array[] } {
  const text = new TextDecoder();
  if (text.decode(bytes.subarray(0, signature.length)) !== signature)
    throw broken('it does not begin as one');
  const headEnd = bytes.indexOf(lineFeed, signature.length);
  const head = JSON.parse(text.decode(bytes.subarray(signature.length, headEnd))) as FileHead;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = headEnd + 1; at < bytes.length; ) {
    const length = at + 4 <= bytes.length ? view.getUint32(at, true) : 0;
    const part = bytes.subarray(at + 4, at + 4 + length);
    if (length === 0 || part.length !== length) throw broken('it is cut off');
    parts.push(part);
    at += 4 + length;
  }
  if (parts.length !== columnOrder.length + Math.ceil(head.series / blockSize))
    throw broken('parts are missing');
  return { head, parts };
}

/** Written letter by letter into one text: joining a hundred thousand strings takes several times as long. */
function readSpellings(head: FileHead, { shared, letters, sexes }: Columns) {
  const bytes = new Uint8Array(1 + shared.reduce((sum, count) => sum + count, letters.length));
  const textStarts = new Uint32Array(head.names);
  const seriesOf = new Int32Array(head.names * 2).fill(-1);
  bytes[0] = lineFeed;
  let to = 1;
  let from = 0;
  let before = 1;
  let series = 0;
  for (let name = 0; name < head.names; name++) {
    const start = to;
    textStarts[name] = start;
    for (let left = shared[name] as number; left > 0; left--) bytes[to++] = bytes[before++] as number;
    let letter: number;
    do {
      letter = letters[from++] as number;
      bytes[to++] = letter;
    } while (letter !== lineFeed && from < letters.length);
    before = start;
    const sex = sexes[name] as number;
    if (sex & 1) seriesOf[name * 2] = series++;
    if (sex & 2) seriesOf[name * 2 + 1] = series++;
  }
  if (from !== letters.length || series !== head.series) throw broken('names and series do not agree');
  const written = new TextDecoder('latin1').decode(bytes.subarray(0, to));
  return { spellings: written.slice(1, -1).split('\n'), text: written.toLowerCase(), textStarts, seriesOf };
}

function createSeriesReader(
  { series }: FileHead,
  { total0, total1, total2 }: Columns,
  packed: Uint8Array[],
  unpack: Unpack,
) {
  let places: Uint32Array | undefined;
  const findPlaces = () => {
    const found = new Uint32Array(series);
    orderByTotal(readWide(total0, total1, total2)).forEach((each, place) => {
      found[each] = place;
    });
    return found;
  };
  const blocks: (CountBlock | undefined)[] = packed.map(() => undefined);
  return (wanted: number): SeriesCounts => {
    places ??= findPlaces();
    const place = places[wanted] ?? -1;
    const number = Math.floor(place / blockSize);
    const part = packed[number];
    if (!part) throw new Error(`There is no series ${wanted}.`);
    const block = blocks[number] ?? readBlock(unpack.block(part));
    blocks[number] = block;
    const at = place % blockSize;
    const offset = block.offsets[at] ?? 0;
    return {
      start: block.starts[at] ?? 0,
      counts: block.counts.subarray(offset, offset + (block.spans[at] ?? 0)),
    };
  };
}

/** Three columns of bytes, low ones first, as numbers. */
export function readWide(low: Uint8Array, middle: Uint8Array, high: Uint8Array): Uint32Array {
  const values = new Uint32Array(low.length);
  for (let at = 0; at < values.length; at++)
    values[at] = (low[at] as number) | ((middle[at] as number) << 8) | ((high[at] as number) << 16);
  return values;
}

function broken(why: string): Error {
  return new Error(
    `This is not a file of names, or a broken one: ${why}. "npm run names:fetch" makes it again.`,
  );
}
