import { gzipSync } from 'node:zlib';
import { columnOrder } from './layout.ts';
import { splitParts } from './parse-file.ts';
import { unpack } from './read-file.ts';
import { joinParts } from './write-file.ts';

/**
 * The packed file in the form that a browser reads: the same parts unpacked, and gzip around all of them, because a script in a browser has neither zstd
 * nor brotli. It is a tenth larger. The same file gives the same bytes.
 */
export function writeNamesForBrowser(bytes: Uint8Array): Uint8Array {
  const { head, parts } = splitParts(bytes);
  const unpacked = parts.map((part, index) =>
    index < columnOrder.length ? unpack.column(part) : unpack.block(part),
  );
  return gzipSync(joinParts(head, unpacked));
}
