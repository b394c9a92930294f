/**
 * Writes and parses Postgres arrays. The driver would query the array types on every new connection, in a promise that it does not handle:
 * a connection lost at that moment ended the process. Built-in types have fixed numbers, so no query is needed.
 */
import type postgres from 'postgres';

type Element = string | number | boolean | Date | Uint8Array | object;

/** The array types that are parsed, by their element type. Arrays of other types are read as text. */
const arrayTypes: [oids: number[], parse: (text: string) => Element][] = [
  // bool
  [[1000], (text) => text === 't'],
  // int2, int4, oid, float4, float8
  [[1005, 1007, 1028, 1021, 1022], Number],
  // name, text, bpchar, varchar, int8, numeric, uuid
  [[1003, 1009, 1014, 1015, 1016, 1231, 2951], (text) => text],
  // timestamp, date, timestamptz
  [[1115, 1182, 1185], (text) => new Date(text)],
  // json, jsonb
  [[199, 3807], (text) => JSON.parse(text) as object],
];

/** For the driver's option `types`. */
export const driverArrayTypes: Record<string, postgres.PostgresType> = Object.fromEntries(
  arrayTypes.flatMap(([oids, parse]) =>
    oids.map((oid) => [
      `array${oid}`,
      { to: oid, from: [oid], serialize: toArrayText, parse: (text: string) => parseArray(text, parse) },
    ]),
  ),
);

/** A string is taken as an array that is already written. */
export function toArrayText(values: unknown): string {
  if (!Array.isArray(values)) return String(values);
  return `{${values.map(toElementText).join(',')}}`;
}

function toElementText(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined || Array.isArray(value)) {
    throw new Error('An array for the database may hold neither undefined nor other arrays.');
  }
  return `"${toPlainText(value).replace(/[\\"]/g, '\\$&')}"`;
}

function toPlainText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Parses a Postgres array: `{plain,"with, comma",NULL}`. */
export function parseArray<T>(text: string, parse: (element: string) => T): (T | null)[] {
  if (/^(\[|\{\{)/.test(text)) throw new Error('Arrays of arrays are not read. Select them as json.');
  const found = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs);
  return Array.from(found, ([, quoted, plain = '']) => {
    if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'));
    return plain === 'NULL' ? null : parse(plain);
  });
}
