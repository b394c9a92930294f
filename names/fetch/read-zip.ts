import { crc32, inflateRawSync } from 'node:zlib';

/** Limits far above every archive of the source, so that a hostile archive takes neither memory nor time. */
export interface ZipLimits {
  entries: number;
  entryBytes: number;
  allBytes: number;
}

const defaultLimits: ZipLimits = { entries: 1000, entryBytes: 4 * 1024 * 1024, allBytes: 128 * 1024 * 1024 };

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;

/** The files in a zip whose name is wanted, as text. Throws for what is broken, encrypted or larger than it may be. */
export function readZip(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
  limits: ZipLimits = defaultLimits,
): { name: string; text: string }[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endSignature)
    throw new Error('This is no zip file, or it is cut off.');
  const count = bytes.readUInt16LE(end + 10);
  if (count > limits.entries)
    throw new Error(`The zip has ${count} entries; at most ${limits.entries} are read.`);
  const files: { name: string; text: string }[] = [];
  let left = limits.allBytes;
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const entry = readEntry(bytes, at);
    at = entry.next;
    if (!isWanted(entry.name)) continue;
    const maxBytes = Math.min(limits.entryBytes, left);
    if (entry.size > maxBytes) throw new Error(`"${entry.name}" in the zip is too large.`);
    left -= entry.size;
    files.push({ name: entry.name, text: unpack(bytes, entry).toString('utf8') });
  }
  return files;
}

interface Entry {
  name: string;
  method: number;
  checksum: number;
  packed: number;
  size: number;
  local: number;
  next: number;
}

function readEntry(bytes: Buffer, at: number): Entry {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entrySignature)
    throw new Error('The list of the zip is broken.');
  const nameLength = bytes.readUInt16LE(at + 28);
  const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
  if (bytes.readUInt16LE(at + 8) & 1) throw new Error(`"${name}" in the zip is encrypted.`);
  return {
    name,
    method: bytes.readUInt16LE(at + 10),
    checksum: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    local: bytes.readUInt32LE(at + 42),
    next: at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32),
  };
}

function unpack(bytes: Buffer, { name, method, checksum, packed, size, local }: Entry): Buffer {
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== localSignature)
    throw new Error(`"${name}" in the zip is broken.`);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const part = bytes.subarray(start, start + packed);
  if (method !== 0 && method !== 8)
    throw new Error(`"${name}" in the zip is packed in a way that is not known here.`);
  // Never more than the size in the entry's header: that stops a zip bomb.
  const data = method === 0 ? part : inflate(name, part, size);
  if (data.length !== size || crc32(data) !== checksum) throw new Error(`"${name}" in the zip is damaged.`);
  return data;
}

function inflate(name: string, part: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(part, { maxOutputLength: Math.max(1, size) });
  } catch (cause) {
    throw new Error(`"${name}" in the zip is damaged.`, { cause });
  }
}
