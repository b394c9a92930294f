import { type NamesFile, parseNamesFile, type Unpack } from './parse-file.ts';

/** Its parts are not compressed one by one (write-for-browser.ts). */
const unpacked: Unpack = { column: (part) => part, block: (part) => part };

export async function readNamesInBrowser(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<NamesFile> {
  const stream = bytes.pipeThrough(new DecompressionStream('gzip'));
  return parseNamesFile(new Uint8Array(await new Response(stream).arrayBuffer()), unpacked);
}
