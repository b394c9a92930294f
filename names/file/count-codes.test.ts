import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBlock, writeBlock } from './count-blocks.ts';
import { fromCode, toCode } from './count-codes.ts';

const count = fc.oneof(fc.integer({ min: 5, max: 30 }), fc.integer({ min: 5, max: 120_000 }));

test('every count is decoded from its code, for every count of the year before', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant(0), count), fc.oneof(fc.constant(0), count), (now, before) => {
      expect(fromCode(toCode(now, before), before)).toBe(now);
    }),
  );
});

test('no two counts have one code', () => {
  for (const before of [0, 5, 6, 40, 300]) {
    const codes = Array.from({ length: 400 }, (_, index) => toCode(index + 5, before));
    expect(new Set(codes).size).toBe(codes.length);
    expect(Math.min(...codes)).toBe(1);
  }
});

test('series with gaps and jumps are read from a block unchanged', () => {
  const row = fc
    .array(fc.oneof(fc.constant(0), count), { minLength: 1, maxLength: 40 })
    .filter((all) => all.some(Boolean));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const block = readBlock(writeBlock(rows.map((values) => Uint32Array.from(values))));
      rows.forEach((values, index) => {
        const start = block.starts[index] ?? 0;
        const offset = block.offsets[index] ?? 0;
        const back = [...block.counts.subarray(offset, offset + (block.spans[index] ?? 0))];
        expect(start).toBe(values.findIndex((value) => value > 0));
        expect(back).toEqual(values.slice(start, values.findLastIndex((value) => value > 0) + 1));
      });
    }),
  );
});

test('a block that is cut off is refused', () => {
  const bytes = writeBlock([Uint32Array.from([5, 0, 9000])]);
  expect(() => readBlock(bytes.subarray(0, -1))).toThrow('broken');
});
