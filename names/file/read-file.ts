import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { maxPartBytes } from './layout.ts';
import { type NamesFile, parseNamesFile, type Unpack } from './parse-file.ts';

/** The packed file of the repository. */
export const unpack: Unpack = {
  column: (part) => zstdDecompressSync(part, { maxOutputLength: maxPartBytes, chunkSize: 2 ** 19 }),
  block: (part) => brotliDecompressSync(part, { maxOutputLength: maxPartBytes }),
};

export function readNamesFile(bytes: Uint8Array): Promise<NamesFile> {
  return parseNamesFile(bytes, unpack);
}
