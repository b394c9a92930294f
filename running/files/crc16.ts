/** The checksum of FIT files, a byte at a time: the SDK's own takes halves of bytes, and it runs over every byte that is read. */
const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xa001 : value >>> 1;
  return value;
});

/** Continues from `crc`, which is 0 at the start. */
export function updateCrc16(crc: number, bytes: Uint8Array): number {
  let value = crc;
  for (let at = 0; at < bytes.length; at += 1) {
    value = (value >>> 8) ^ (table[(value ^ (bytes[at] ?? 0)) & 255] ?? 0);
  }
  return value;
}
