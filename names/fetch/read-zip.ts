import { crc32 } from 'node:zlib';
import { type UnzipFileFilter, unzipSync } from 'fflate';

/** Limits far above every archive of the source, so that a hostile archive takes neither memory nor time. */
export interface ZipLimits {
  entries: number;
  entryBytes: number;
  allBytes: number;
}

const defaultLimits: ZipLimits = { entries: 1000, entryBytes: 4 * 1024 * 1024, allBytes: 128 * 1024 * 1024 };

/** The files in a zip whose name is wanted, as text. Throws for what is broken, encrypted or larger than it may be. */
export function readZip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  limits: ZipLimits = defaultLimits,
): { name: string; text: string }[] {
  let entries = 0;
  let left = limits.allBytes;
  const filter: UnzipFileFilter = ({ name, originalSize }) => {
    entries += 1;
    if (entries > limits.entries)
      throw new Error(`The zip has too many entries: at most ${limits.entries} are read.`);
    if (!isWanted(name)) return false;
    if (originalSize > Math.min(limits.entryBytes, left))
      throw new Error(`"${name}" in the zip is too large.`);
    left -= originalSize;
    return true;
  };
  const unzipped = Object.entries(unzip(bytes, filter));
  const checksums = readChecksums(bytes);
  return unzipped.map(([name, data]) => {
    if (crc32(data) !== checksums.get(name))
      throw new Error(`"${name}" in the zip is damaged: its checksum differs. Download the zip again.`);
    return { name, text: new TextDecoder().decode(data) };
  });
}

/**
 * The checksum of each file by its name. fflate neither compares nor returns it. Every record of the directory is whole here: fflate has
 * read it.
 */
function readChecksums(bytes: Uint8Array): Map<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1;
  const checksums = new Map<string, number>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    checksums.set(new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)), view.getUint32(at + 16, true));
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return checksums;
}

function unzip(bytes: Uint8Array, filter: UnzipFileFilter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch (cause) {
    // fflate gives its own errors a code. Bytes that make no sense can also end in a RangeError.
    const isOurs = cause instanceof Error && !('code' in cause) && !(cause instanceof RangeError);
    if (isOurs) throw cause;
    throw new Error('This is no zip file, or it is cut off, damaged or encrypted.', { cause });
  }
}
