import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib';
import { writeBlock } from './count-blocks.ts';
import { toIndexColumns } from './index-columns.ts';
import { blockSize, columnOrder, type FileHead, orderByTotal, signature } from './layout.ts';
import { toSeries } from './series.ts';
import type { YearCounts } from './year-counts.ts';

/** Packs the counts of all years. The same counts give the same bytes, whatever order they come in. */
export function writeNamesFile(years: YearCounts[]): Buffer {
  const all = toSeries(years);
  const columns = toIndexColumns(all);
  const series = all.names.flatMap(({ counts }) => counts.filter((each) => each !== undefined));
  const head: FileHead = {
    firstYear: all.firstYear,
    lastYear: all.lastYear,
    names: all.names.length,
    series: series.length,
    rows: years.reduce((sum, { rows }) => sum + rows.length, 0),
    births: all.births,
  };
  const order = orderByTotal(series.map((counts) => counts.reduce((sum, count) => sum + count, 0)));
  const blocks: Buffer[] = [];
  for (let from = 0; from < order.length; from += blockSize) {
    const chosen = [...order.subarray(from, from + blockSize)].flatMap((index) => series[index] ?? []);
    blocks.push(writeBlock(chosen));
  }
  const index = columnOrder.map((name) => packColumn(Buffer.from(columns[name])));
  return joinParts(head, [...index, ...blocks.map(packBlock)]);
}

export function joinParts(head: FileHead, parts: Uint8Array[]): Buffer {
  const preceded = parts.flatMap((part) => [toLength(part), part]);
  return Buffer.concat([Buffer.from(`${signature}${JSON.stringify(head)}\n`), ...preceded]);
}

function toLength(part: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(part.length);
  return length;
}

function packColumn(bytes: Buffer): Buffer {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 22 } });
}

function packBlock(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
