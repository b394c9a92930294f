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
  return Object.entries(unzip(bytes, filter)).map(([name, data]) => ({
    name,
    text: new TextDecoder().decode(data),
  }));
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
