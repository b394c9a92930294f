import { firstWideCode, fromCode, toCode, widestCode, writeCode } from './count-codes.ts';

/** The counts of some series: for each one its first year, how many years it has, and the counts of those years. */
export interface CountBlock {
  starts: Uint8Array;
  spans: Uint16Array;
  /** Where each series begins in `counts`. */
  offsets: Uint32Array;
  counts: Uint32Array;
}

/** A block as bytes: three lengths of 32 bits, then one byte each a series for start and span (less one), then the two streams of codes. */
export function writeBlock(series: Uint32Array[]): Buffer {
  const starts: number[] = [];
  const spans: number[] = [];
  const codes: number[] = [];
  const rest: number[] = [];
  for (const counts of series) {
    const start = counts.findIndex((count) => count > 0);
    const end = counts.findLastIndex((count) => count > 0);
    starts.push(start);
    spans.push(end - start);
    let before = 0;
    for (let year = start; year <= end; year++) {
      const count = counts[year] ?? 0;
      writeCode(toCode(count, before), codes, rest);
      if (count > 0) before = count;
    }
  }
  const head = Buffer.alloc(12);
  for (const [index, length] of [series.length, codes.length, rest.length].entries())
    head.writeUInt32LE(length, index * 4);
  return Buffer.concat([head, ...[starts, spans, codes, rest].map((values) => Buffer.from(values))]);
}

export function readBlock(bytes: Uint8Array): CountBlock {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  const codeCount = view.getUint32(4, true);
  const restCount = view.getUint32(8, true);
  if (bytes.length !== 12 + 2 * length + codeCount + restCount)
    throw new Error('A block of counts is broken.');
  const starts = bytes.subarray(12, 12 + length);
  const spans = Uint16Array.from(bytes.subarray(12 + length, 12 + 2 * length), (span) => span + 1);
  const codesAt = 12 + 2 * length;
  const codes = bytes.subarray(codesAt, codesAt + codeCount);
  const rest = bytes.subarray(codesAt + codeCount);
  const offsets = new Uint32Array(length);
  const counts = new Uint32Array(codeCount);
  let at = 0;
  let restAt = 0;
  // Three million iterations for the whole file: a plain loop over typed arrays.
  for (let series = 0; series < length; series++) {
    offsets[series] = at;
    const end = at + (spans[series] as number);
    let before = 0;
    for (; at < end; at++) {
      let code = codes[at] as number;
      if (code >= firstWideCode) {
        const low = rest[restAt++] as number;
        if (code === widestCode) {
          code = firstWideCode + low + ((rest[restAt++] as number) << 8) + ((rest[restAt++] as number) << 16);
        } else code = firstWideCode + ((code - firstWideCode) << 8) + low;
      }
      if (code === 0) continue;
      before = fromCode(code, before);
      counts[at] = before;
    }
  }
  return { starts, spans, offsets, counts };
}
