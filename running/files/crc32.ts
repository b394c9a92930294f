/** The checksum of zip and gzip, four bytes at a time: it runs over every byte that is unpacked. */
const tables = createTables();

function createTables(): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  const next = (table: Int32Array) => table.map((value) => (first[value & 255] ?? 0) ^ (value >>> 8));
  const second = next(first);
  const third = next(second);
  return [first, second, third, next(third)];
}

/** Continues from `crc`, which is 0 at the start. */
export function updateCrc32(crc: number, bytes: Uint8Array): number {
  const [one, two, three, four] = tables;
  const wide = bytes.length - (bytes.length % 4);
  let value = ~crc;
  let at = 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (; at < wide; at += 4) {
    value ^= view.getInt32(at, true);
    value =
      (four[value & 255] ?? 0) ^
      (three[(value >>> 8) & 255] ?? 0) ^
      (two[(value >>> 16) & 255] ?? 0) ^
      (one[value >>> 24] ?? 0);
  }
  for (; at < bytes.length; at += 1) value = (one[(value ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
