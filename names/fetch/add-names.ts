/**
 * `npm run names:add -- names.zip`: adds newer years to names/data/names.bin. The zip is the national data of the Social Security Administration
 * (ssa.gov/oact/babynames/limits.html); single `yobYYYY.txt` files work too. Years that exist are replaced.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { namesFile } from '../names-file.ts';
import { addYears } from './add-years.ts';
import { findYear } from './parse-year.ts';
import { readZip } from './read-zip.ts';
import { saveNamesFile } from './save-file.ts';

const maxFileBytes = 64 * 1024 * 1024;

const given = process.argv.slice(2);
if (given.length === 0) {
  console.error('Which file? Write: npm run names:add -- names.zip (or yob2017.txt …)');
  process.exit(1);
}
try {
  const { bytes, added } = await addYears(readFileSync(namesFile), given.flatMap(readGiven));
  saveNamesFile(bytes);
  console.log(`Years read: ${added.join(', ')}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readGiven(path: string): { name: string; text: string }[] {
  if (statSync(path).size > maxFileBytes) throw new Error(`${path} is larger than any file of the source.`);
  const bytes = readFileSync(path);
  if (path.endsWith('.txt')) return [{ name: basename(path), text: bytes.toString('utf8') }];
  return readZip(bytes, (name) => findYear(name) !== undefined);
}
