import { readFile } from 'node:fs/promises';
import { readNamesFile } from './file/read-file.ts';
import { type Names, toNames } from './names.ts';
import { namesFile } from './names-file.ts';

/** Of the file on the server's disk. */
export async function openNames(file = namesFile): Promise<Names> {
  return toNames(await readNamesFile(await readFile(file)));
}
