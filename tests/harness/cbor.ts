/** CBOR (RFC 8949), as far as authenticators write it: whole numbers, bytes, texts and maps. */
export type Cbor = number | string | Uint8Array | Map<number, Cbor> | { [key: string]: Cbor };

export function toCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries: [number | string, Cbor][] = value instanceof Map ? [...value] : Object.entries(value);
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([key, member]) => [toCbor(key), toCbor(member)]),
  ]);
}

/** The kind of a value in three bits, then its length, or the number itself. */
function head(kind: number, length: number): Buffer {
  const first = kind << 5;
  if (length < 24) return Buffer.from([first | length]);
  if (length < 256) return Buffer.from([first | 24, length]);
  const bytes = Buffer.alloc(3);
  bytes.writeUInt8(first | 25);
  bytes.writeUInt16BE(length, 1);
  return bytes;
}
