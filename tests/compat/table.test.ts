import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { type Client, readClientMethods } from './client-methods.ts';
import { findUntested, type NamedTest, toTable } from './compatibility-table.ts';

const root = join(import.meta.dirname, '../..');
let client: Client;
let tests: NamedTest[];

beforeAll(async () => {
  client = await readClientMethods();
  tests = await listTests();
});

it('docs/compatibility.md matches the tests (else run: node tests/compat/write-table.ts)', async () => {
  expect(await readFile(join(root, 'docs/compatibility.md'), 'utf8')).toBe(toTable(client, tests));
});

it('every method of the installed client has a test', () => {
  expect(client.methods.length).toBeGreaterThan(80);
  expect(findUntested(client, tests)).toEqual([]);
});

it('a method without a test is found, and a new test changes the table', () => {
  const larger = { ...client, methods: [...client.methods, 'auth.signInWithDice'] };
  expect(findUntested(larger, tests)).toEqual(['auth.signInWithDice']);
  const dice = { suites: ['signing in, embedded', 'auth.signInWithDice'], title: 'with two sixes' };
  expect(toTable(larger, [...tests, dice])).toContain('| `auth.signInWithDice` | with two sixes |');
});

/** The tests of this folder, collected and not run. */
async function listTests(): Promise<NamedTest[]> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-compat-'));
  try {
    const file = join(folder, 'tests.json');
    const choice = ['list', 'tests/compat', '--staticParse=false', `--json=${file}`];
    await promisify(execFile)(process.execPath, [vitest, ...choice], { cwd: root });
    const listed: { name: string }[] = JSON.parse(await readFile(file, 'utf8'));
    return listed.map(({ name }) => {
      const suites = name.split(' > ');
      return { title: suites.pop() ?? '', suites };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
