import { RunFileError } from '../run-file-error.ts';
import { type ByteSource, type Chunks, readBytes, readRange } from './chunks.ts';
import { checked, inflateEntry } from './inflate.ts';
import type { Limits } from './limits.ts';
import type { ZipEntry } from './zip-directory.ts';
import { damagedZip } from './zip-end.ts';

const headerSignature = 0x04034b50;
const headerBytes = 30;
const stored = 0;
const deflated = 8;

/** The bytes of one file in a zip, as it was before it was packed, and checked against the archive's list. */
export async function* openZipEntry(archive: ByteSource, entry: ZipEntry, limits: Limits): Chunks {
  if (entry.refusal !== undefined) throw new RunFileError('forbidden', entry.refusal);
  if (entry.bytes > limits.fileBytes)
    throw new RunFileError('too_large', `It unpacks to more than ${limits.fileBytes >> 20} MB.`);
  const from = await findData(archive, entry);
  const packed = readRange(archive, from, from + entry.packedBytes);
  if (entry.method === deflated) yield* inflateEntry(packed, entry, limits);
  else if (entry.method === stored && entry.packedBytes === entry.bytes) yield* checked(packed, entry);
  else throw new RunFileError('unsupported', 'It uses a kind of compression that is not supported.');
}

/** The local header must agree with the central directory: otherwise a reader that trusts the other one sees another archive. */
async function findData(archive: ByteSource, entry: ZipEntry): Promise<number> {
  const name = entry.rawName;
  const header = await readBytes(archive, entry.offset, entry.offset + headerBytes + name.length);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const isWhole = header.length === headerBytes + name.length && view.getUint32(0, true) === headerSignature;
  if (!isWhole || view.getUint16(26, true) !== name.length) throw damagedZip();
  const sameName = name.every((byte, place) => header[headerBytes + place] === byte);
  if (!sameName || view.getUint16(8, true) !== entry.method) throw damagedZip();
  const from = entry.offset + headerBytes + name.length + view.getUint16(28, true);
  if (from + entry.packedBytes > entry.limit) throw damagedZip();
  return from;
}
