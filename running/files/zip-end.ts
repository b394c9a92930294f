import { RunFileError } from '../run-file-error.ts';
import { readBytes } from './chunks.ts';

export interface ZipEnd {
  entries: number;
  directoryAt: number;
  directoryBytes: number;
}

const endSignature = 0x06054b50;
const endBytes = 22;
const maxCommentBytes = 65_535;
const locatorSignature = 0x07064b50;
const locatorBytes = 20;
const largeEndSignature = 0x06064b50;
const largeEndBytes = 56;

/** The end-of-central-directory record of a zip; the Zip64 form for archives over 4 GB. */
export async function findZipEnd(archive: Blob): Promise<ZipEnd> {
  const from = Math.max(0, archive.size - endBytes - maxCommentBytes);
  const tail = await readBytes(archive, from, archive.size);
  const view = new DataView(tail.buffer);
  const at = findEnd(view);
  if (at === undefined) throw damagedZip();
  const isLarge = at >= locatorBytes && view.getUint32(at - locatorBytes, true) === locatorSignature;
  const end = isLarge
    ? await readLargeEnd(archive, toNumber(view.getBigUint64(at - locatorBytes + 8, true)))
    : readEnd(view, at);
  if (end.directoryAt + end.directoryBytes > from + at) throw damagedZip();
  return end;
}

/** The comment after the record has to reach exactly to the end: a second record inside the comment is an attack. */
function findEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - endBytes; at >= 0; at -= 1) {
    const isEnd = view.getUint32(at, true) === endSignature;
    if (isEnd && at + endBytes + view.getUint16(at + 20, true) === view.byteLength) return at;
  }
  return undefined;
}

function readEnd(view: DataView, at: number): ZipEnd {
  const entries = view.getUint16(at + 10, true);
  if (view.getUint16(at + 4, true) !== 0 || view.getUint16(at + 8, true) !== entries) throw divided();
  return {
    entries,
    directoryBytes: view.getUint32(at + 12, true),
    directoryAt: view.getUint32(at + 16, true),
  };
}

async function readLargeEnd(archive: Blob, at: number): Promise<ZipEnd> {
  const bytes = await readBytes(archive, at, at + largeEndBytes);
  const view = new DataView(bytes.buffer);
  if (bytes.length < largeEndBytes || view.getUint32(0, true) !== largeEndSignature) throw damagedZip();
  if (view.getUint32(16, true) !== 0) throw divided();
  return {
    entries: toNumber(view.getBigUint64(32, true)),
    directoryBytes: toNumber(view.getBigUint64(40, true)),
    directoryAt: toNumber(view.getBigUint64(48, true)),
  };
}

function toNumber(value: bigint): number {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : Number.MAX_SAFE_INTEGER;
}

export function damagedZip(): RunFileError {
  return new RunFileError('damaged', 'This archive is damaged or incomplete.');
}

function divided(): RunFileError {
  return new RunFileError('unsupported', 'This archive is one part of several. Put them together first.');
}
