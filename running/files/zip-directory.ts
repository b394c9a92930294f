import { RunFileError } from '../run-file-error.ts';
import { readBytes } from './chunks.ts';
import { type Limits, ratioMatters } from './limits.ts';
import { damagedZip, findZipEnd } from './zip-end.ts';

export interface ZipEntry {
  name: string;
  /** The same as it is written, because old programs write it in the alphabet of their country. */
  rawName: Uint8Array;
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** Where its own header stands, and where the next thing in the archive begins. */
  offset: number;
  limit: number;
  /** Why it must not be opened; undefined when it may. */
  refusal: string | undefined;
}

const entrySignature = 0x02014b50;
const entryBytes = 46;
const encrypted = 1;
const symbolicLink = 0xa000;
const maxDirectoryBytes = 128 * 1024 * 1024;
const unknown32 = 0xffffffff;

/** Reads the central directory of a zip and validates it. The local headers are never trusted. */
export async function readZipDirectory(archive: Blob, limits: Limits): Promise<ZipEntry[]> {
  const end = await findZipEnd(archive);
  if (end.entries > limits.archiveEntries) {
    throw new RunFileError('too_large', `This archive has more than ${limits.archiveEntries} files.`);
  }
  if (end.directoryBytes > maxDirectoryBytes)
    throw new RunFileError('too_large', 'The list in this archive is too long.');
  const bytes = await readBytes(archive, end.directoryAt, end.directoryAt + end.directoryBytes);
  const entries = parseEntries(bytes, end.entries);
  placeEntries(entries, end.directoryAt);
  refuseUnsafe(entries, limits);
  return entries;
}

function parseEntries(bytes: Uint8Array, count: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + entryBytes > bytes.length || view.getUint32(at, true) !== entrySignature) throw damagedZip();
    const nameEnd = at + entryBytes + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > bytes.length) throw damagedZip();
    const rawName = bytes.subarray(at + entryBytes, nameEnd);
    const name = decodeName(rawName);
    entries.push({
      name,
      rawName,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...readSizes(view, at, nameEnd, extraEnd),
      limit: 0,
      refusal: refuseFlags(view.getUint16(at + 8, true), view.getUint16(at + 40, true)) ?? refuseName(name),
    });
    at = next;
  }
  return entries;
}

function decodeName(raw: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    // Not UTF-8, so written by an old Windows: a letter or two may look wrong, the content is right.
    return new TextDecoder('windows-1252').decode(raw);
  }
}

/** Sizes of 4 GB and more are in an extra field, in this order, each only when its 32-bit field is full. */
function readSizes(view: DataView, at: number, from: number, to: number) {
  const sizes = {
    bytes: view.getUint32(at + 24, true),
    packedBytes: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  };
  for (let field = from; field + 4 <= to; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    const end = Math.min(to, field + 4 + view.getUint16(field + 2, true));
    let place = field + 4;
    for (const key of ['bytes', 'packedBytes', 'offset'] as const) {
      if (sizes[key] !== unknown32 || place + 8 > end) continue;
      sizes[key] = Number(view.getBigUint64(place, true));
      place += 8;
    }
  }
  return sizes;
}

/** Overlapping files are refused: with them a small archive unpacks to more than its ratio shows. */
function placeEntries(entries: ZipEntry[], directoryAt: number): void {
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset);
  for (const [place, entry] of inOrder.entries()) {
    entry.limit = inOrder[place + 1]?.offset ?? directoryAt;
    if (entry.offset + 30 + entry.packedBytes > entry.limit) {
      throw new RunFileError('forbidden', 'This archive is damaged or unsafe: its files overlap.');
    }
  }
}

function refuseUnsafe(entries: ZipEntry[], limits: Limits): void {
  const seen = new Set<string>();
  for (const entry of entries) {
    const { name, bytes, packedBytes } = entry;
    if (seen.has(name)) entry.refusal ??= 'The archive has two files of this name.';
    seen.add(name);
    if (bytes > ratioMatters && bytes > packedBytes * limits.ratio) {
      entry.refusal ??= 'It is packed so tightly that it looks like an attack.';
    }
  }
}

function refuseFlags(flags: number, mode: number): string | undefined {
  if (flags & encrypted) return 'It is protected by a password. Unpack the archive and import the files.';
  return (mode & 0xf000) === symbolicLink ? 'It is a link to another file.' : undefined;
}

/** No file is written under these names here, but they are shown and passed on. */
function refuseName(name: string): string | undefined {
  const isStrange = name === '' || name.length > 500 || /[\p{Cc}\\]/u.test(name);
  const leadsOut = /^(\/|[a-z]:)/i.test(name) || name.split('/').includes('..');
  return isStrange || leadsOut ? 'Its name leads out of the archive or makes no sense.' : undefined;
}
