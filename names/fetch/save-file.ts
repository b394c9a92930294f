import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { namesFile } from '../names-file.ts';

/** Replaces the packed file atomically and writes its checksum beside it. */
export function saveNamesFile(bytes: Buffer): void {
  const checksum = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(`${namesFile}.part`, bytes);
  renameSync(`${namesFile}.part`, namesFile);
  writeFileSync(`${namesFile}.sha256`, `${checksum}  ${basename(namesFile)}\n`);
  console.log(`${namesFile}: ${bytes.length.toLocaleString('en')} bytes, sha256 ${checksum}`);
}
