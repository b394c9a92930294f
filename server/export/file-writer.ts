import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { OutputFolder } from './output-folder.ts';

export interface FileWriter {
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Writes the bytes of another file as they are. */
  copy(name: string, file: string): Promise<void>;
  keep(name: string): boolean;
}

const compressible = /\.(?:html|css|js|json|md|txt|xml|svg|webmanifest)$/;
/** A file is compressed once and sent many times; the highest level takes ten times as long for two percent. */
const brotliQuality = 9;

/** Writes files, and with `compress` the compressed forms of each text that a host may send in its place. */
export function createFileWriter(folder: OutputFolder, compress: boolean): FileWriter {
  const isCompressed = (name: string) => compress && compressible.test(name);

  async function write(name: string, bytes: Uint8Array): Promise<void> {
    const isSame = await folder.write(name, bytes);
    if (!isCompressed(name) || (isSame && folder.keep(`${name}.br`) && folder.keep(`${name}.gz`))) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    await folder.write(`${name}.br`, await promisify(brotliCompress)(bytes, { params }));
    await folder.write(`${name}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }

  return {
    write,
    copy: async (name, file) => void (await folder.write(name, await readFile(file))),
    keep: (name) => folder.keep(name),
  };
}
