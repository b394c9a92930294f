/** Values for Postgres and back. Everything is sent as text, except bytes. */

/** A value as it is sent. */
export type SentValue = string | Buffer | null;

/** What a statement takes as a value. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | Json
  | readonly (string | number | boolean | Date | null)[];

/** A value of a json or jsonb column. */
export class Json {
  readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }
}

export function json(value: unknown): Json {
  return new Json(value);
}

export function toSentValue(value: SqlValue): SentValue {
  if (value === null || typeof value === 'string') return value;
  if (value === undefined) throw new Error('A value of a statement is undefined. Use null.');
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Json) return value.text;
  if (Array.isArray(value)) return toArrayText(value);
  if (typeof value === 'object') throw new Error('A value of a statement is an object. Use json().');
  return String(value);
}

/** `{"a","b",null}` */
function toArrayText(values: readonly unknown[]): string {
  return `{${values.map(toElementText).join(',')}}`;
}

function toElementText(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined || (typeof value === 'object' && !(value instanceof Date))) {
    throw new Error('An array of a statement may hold texts, numbers, booleans, dates and null.');
  }
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

type Read = (text: string) => unknown;

/** How the text of a column is read, by the number of its type; and of its array type. Other types stay text. */
const readers: [read: Read, types: number[], arrayTypes: number[]][] = [
  // bool
  [(text) => text === 't', [16], [1000]],
  // int2, int4, oid, float4, float8
  [Number, [21, 23, 26, 700, 701], [1005, 1007, 1028, 1021, 1022]],
  // date, timestamp, timestamptz
  [(text) => new Date(text), [1082, 1114, 1184], [1182, 1115, 1185]],
  // json, jsonb
  [(text) => JSON.parse(text), [114, 3802], [199, 3807]],
  // bytea
  [(text) => Buffer.from(text.slice(2), 'hex'), [17], []],
  // name, text, bpchar, varchar, int8, numeric, uuid
  [(text) => text, [], [1003, 1009, 1014, 1015, 1016, 1231, 2951]],
];

const readersByType = new Map<number, Read>(
  readers.flatMap(([read, types, arrayTypes]) => [
    ...types.map((type) => [type, read] as const),
    ...arrayTypes.map((type) => [type, (text: string) => parseArray(text, read)] as const),
  ]),
);

export function readValue(text: string | null, type: number): unknown {
  if (text === null) return null;
  const read = readersByType.get(type);
  return read === undefined ? text : read(text);
}

/** Reads an array as Postgres writes it: `{plain,"with, comma",NULL}`. */
export function parseArray<T>(text: string, read: (element: string) => T): (T | null)[] {
  if (/^(\[|\{\{)/.test(text)) throw new Error('Arrays of arrays are not read. Select them as json.');
  const found = text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs);
  return Array.from(found, ([, quoted, plain = '']) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, '$1'));
    return plain === 'NULL' ? null : read(plain);
  });
}
