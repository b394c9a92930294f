import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPgoutputDecoder } from './decode-pgoutput.ts';

const uint = (bytes: number, value: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const int64 = (value: bigint) => {
  const buffer = Buffer.alloc(8);
  buffer.writeBigInt64BE(value);
  return buffer;
};
const letter = (text: string) => Buffer.from(text, 'latin1');
const name = (text: string) => Buffer.from(`${text}\0`);

interface Column {
  name: string;
  typeId: number;
  isKey: boolean;
}
const relationMessage = (id: number, columns: readonly Column[], identity = 'd') =>
  Buffer.concat([
    letter('R'),
    uint(4, id),
    name('public'),
    name('notes'),
    letter(identity),
    uint(2, columns.length),
    ...columns.flatMap((column) => [
      uint(1, column.isKey ? 1 : 0),
      name(column.name),
      uint(4, column.typeId),
      uint(4, 0xffffffff),
    ]),
  ]);

const tuple = (values: readonly (string | null | undefined)[]) =>
  Buffer.concat([
    uint(2, values.length),
    ...values.map((value) => {
      if (value === null) return letter('n');
      if (value === undefined) return letter('u');
      const bytes = Buffer.from(value);
      return Buffer.concat([letter('t'), uint(4, bytes.length), bytes]);
    }),
  ]);

const columns: Column[] = [
  { name: 'id', typeId: 20, isKey: true },
  { name: 'text', typeId: 25, isKey: false },
];

describe('pgoutput', () => {
  test('a transaction begins with the time of its commit, and ends with the position after it', () => {
    const decode = createPgoutputDecoder();
    const microseconds = BigInt(Date.UTC(2026, 10, 16, 9, 30, 0, 123) - Date.UTC(2000, 0, 1)) * 1000n + 456n;
    expect(decode(Buffer.concat([letter('B'), int64(5n), int64(microseconds), uint(4, 7)]))).toEqual({
      kind: 'begin',
      timestamp: '2026-11-16T09:30:00.123Z',
      transactionId: 7,
    });
    const commit = Buffer.concat([letter('C'), uint(1, 0), int64(5n), int64(99n), int64(microseconds)]);
    expect(decode(commit)).toEqual({ kind: 'commit', end: 99n });
  });

  test('any row comes back as it was written', () => {
    const value = fc.oneof(fc.string(), fc.constant(null), fc.constant(undefined));
    const row = fc.array(value, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(row, row, fc.constantFrom('K', 'O'), (record, old, part) => {
        const decode = createPgoutputDecoder();
        expect(decode(relationMessage(9, columns))).toBeUndefined();
        const relation = {
          id: 9,
          schema: 'public',
          table: 'notes',
          replicaIdentity: 'd',
          columns,
        };
        const insert = Buffer.concat([letter('I'), uint(4, 9), letter('N'), tuple(record)]);
        const update = [letter('U'), uint(4, 9), letter(part), tuple(old), letter('N'), tuple(record)];
        const remove = Buffer.concat([letter('D'), uint(4, 9), letter(part), tuple(old)]);
        expect(decode(insert)).toEqual({
          kind: 'changes',
          changes: [{ type: 'INSERT', relation, record }],
        });
        expect(decode(Buffer.concat(update))).toEqual({
          kind: 'changes',
          changes: [{ type: 'UPDATE', relation, record, old }],
        });
        expect(decode(remove)).toEqual({ kind: 'changes', changes: [{ type: 'DELETE', relation, old }] });
      }),
      { numRuns: 30 },
    );
  });

  test('a relation that is described again replaces the earlier one', () => {
    const decode = createPgoutputDecoder();
    decode(relationMessage(9, columns));
    decode(relationMessage(9, [{ name: 'other', typeId: 23, isKey: true }], 'f'));
    const truncate = Buffer.concat([letter('T'), uint(4, 1), uint(1, 0), uint(4, 9)]);
    expect(decode(truncate)).toMatchObject({
      changes: [{ type: 'TRUNCATE', relation: { replicaIdentity: 'f', columns: [{ name: 'other' }] } }],
    });
  });

  test('types and origins mean nothing here', () => {
    const decode = createPgoutputDecoder();
    expect(decode(Buffer.concat([letter('Y'), uint(4, 1), name('public'), name('mood')]))).toBeUndefined();
    expect(decode(Buffer.concat([letter('O'), int64(1n), name('other')]))).toBeUndefined();
  });

  test('damaged messages throw an Error, and never read past their end', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom(...'BCRIUDTMYOxw'), (bytes, kind) => {
        const decode = createPgoutputDecoder();
        decode(relationMessage(9, columns));
        try {
          decode(Buffer.concat([letter(kind), bytes]));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
