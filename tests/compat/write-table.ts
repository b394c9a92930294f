/** `node tests/compat/write-table.ts`: runs the tests of this folder and writes docs/compatibility.md from what they report. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readClientMethods } from './client-methods.ts';
import { findUntested, type NamedTest, toTable } from './compatibility-table.ts';

interface Report {
  testResults: { assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
}

const root = join(import.meta.dirname, '../..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const folder = await mkdtemp(join(tmpdir(), 'porchlight-compat-'));
const file = join(folder, 'report.json');
try {
  // The test of the table itself cannot pass before the table is written.
  const files = (await readdir(import.meta.dirname)).filter(
    (name) => name.endsWith('.test.ts') && name !== 'table.test.ts',
  );
  const choice = ['run', ...files.map((name) => `tests/compat/${name}`)];
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const run = spawn(process.execPath, [vitest, ...choice, ...output], { cwd: root, stdio: 'inherit' });
  await once(run, 'exit');
  const report: Report = JSON.parse(await readFile(file, 'utf8'));
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = results.filter(({ status }) => status !== 'passed');
  const tests: NamedTest[] = results.map(({ ancestorTitles, title }) => ({ suites: ancestorTitles, title }));
  const client = await readClientMethods();
  const untested = findUntested(client, tests);
  if (run.exitCode !== 0 || failed.length > 0)
    throw new Error(`The table is not written: ${failed.length} tests failed.`);
  if (untested.length > 0)
    throw new Error(`The table is not written: no test is about ${untested.join(', ')}.`);
  await writeFile(join(root, 'docs/compatibility.md'), toTable(client, tests));
} finally {
  await rm(folder, { recursive: true, force: true });
}
