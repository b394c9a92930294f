/**
 * `npm test`: types, format and lint, build, unit tests and browser tests, in this order; then how many passed and failed.
 * `npm run check -- path…`: types, format and lint, and the tests that changes to these files need. Without a path: all but the browser tests.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSource } from './architecture/parse-source.ts';
import { type FoundTests, findTests } from './find-tests.ts';
import { type Counts, countPlaywright, countVitest } from './harness/count-results.ts';
import { findLightBrowser } from './harness/find-browser.ts';
import { findTestPort } from './harness/find-test-port.ts';
import { makeTestFolder } from './harness/make-test-folder.ts';
import { compileCache } from './harness/prepared-data.ts';
import { listFiles, readText } from './harness/read-tree.ts';
import { startSystemPostgres } from './harness/system-postgres.ts';

interface Step {
  title: string;
  run(): Counts;
}

/** A free one: another Postgres may run on this machine, and a run that was killed may have left its own. */
const serverPort = await findTestPort();
let reportCount = 0;

const root = path.join(import.meta.dirname, '..');
const temporary = makeTestFolder();
const reports = mkdtempSync(path.join(temporary.path, 'reports-'));

const checks: Step[] = [
  { title: 'Types', run: () => countCommand('node_modules/typescript/bin/tsc', []) },
  {
    title: 'Format and lint',
    run: () => countCommand('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  },
];
const everything: Step[] = [
  ...checks,
  // Before the tests: several of them start the site, and each start would otherwise find nothing built and build it.
  { title: 'Build', run: () => countCommand('porchlight.js', ['build']) },
  { title: 'Unit tests', run: () => runVitest([], { DATABASE_URL: '' }) },
  // CI runs everything; elsewhere a developer names a server to test with.
  ...(process.env.CI || process.env.DATABASE_URL
    ? [{ title: 'On a Postgres server', run: runOnServer }]
    : []),
  { title: 'Browser tests', run: () => runPlaywright([]) },
];

let passed = 0;
let failed = 0;
try {
  for (const step of chooseSteps(process.argv.slice(2))) {
    const counts = runStep(step);
    passed += counts.passed;
    failed += counts.failed;
  }
} finally {
  temporary.remove();
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function chooseSteps(given: string[]): Step[] {
  const paths = given.filter((argument) => argument !== '--no-browser');
  if (paths.length > 0) return stepsFor(findTests(paths.map(toPath), readSources()));
  return given.includes('--no-browser') ? everything.slice(0, -1) : everything;
}

function stepsFor({ unit, browser }: FoundTests): Step[] {
  return [
    ...checks,
    ...(unit.length > 0 ? [{ title: 'Unit tests', run: () => runVitest(unit, { DATABASE_URL: '' }) }] : []),
    ...(browser.length > 0 ? [{ title: 'Browser tests', run: () => runPlaywright(browser) }] : []),
  ];
}

/** From the root, with forward slashes. A file that was deleted may be named: its importers are tested. */
function toPath(given: string): string {
  return path.relative(root, path.resolve(given)).replaceAll(path.sep, '/');
}

function readSources() {
  const files = listFiles().filter((file) => /\.[jt]sx?$/.test(file));
  return files.map((file) => parseSource(file, readText(file)));
}

/** Later steps run even after a failure, so that one run shows every error. */
function runStep({ title, run }: Step): Counts {
  console.log(`\n── ${title} ${'─'.repeat(70 - title.length)}`);
  const started = performance.now();
  let counts: Counts;
  try {
    counts = run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    counts = { passed: 0, failed: 1 };
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${title}: ${counts.failed === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  return counts;
}

/** Every file with a suite that runs on every kind of server. */
function findServerSuites(): string[] {
  const suites = listFiles().filter(
    (file) => file.endsWith('.test.ts') && /describe(Site)?On(Every|Given)Server\(/.test(readText(file)),
  );
  if (suites.length === 0) throw new Error('No test file has a suite for a Postgres server.');
  return suites;
}

/** The database tests once more, on a server instead of the embedded Postgres. */
function runOnServer(): Counts {
  const given = process.env.DATABASE_URL;
  const server = given ? undefined : startSystemPostgres(serverPort);
  try {
    if (server) console.log(`Postgres ${server.version}`);
    const DATABASE_URL = given ?? server?.url ?? '';
    return runVitest(findServerSuites(), { DATABASE_URL });
  } finally {
    server?.stop();
  }
}

function runVitest(args: string[], env: Record<string, string> = {}): Counts {
  const report = path.join(reports, `vitest-${reportCount++}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const exitCode = runProgram('node_modules/vitest/vitest.mjs', ['run', ...args, ...reporters], env);
  return countVitest(readReport(report), exitCode);
}

function runPlaywright(specs: string[]): Counts {
  const report = path.join(reports, 'playwright.json');
  console.log(`Browser: ${findLightBrowser()}`);
  const exitCode = runProgram(
    'node_modules/@playwright/test/cli.js',
    ['test', ...specs, '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  return countPlaywright(readReport(report), exitCode);
}

function countCommand(program: string, args: string[]): Counts {
  const ok = runProgram(program, args) === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** Starts a program by its file, which works the same on every platform, and shows what it prints. */
function runProgram(file: string, args: string[], env: Record<string, string> = {}): number {
  const { status, error } = spawnSync(process.execPath, [path.join(root, file), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...compileCache, TMPDIR: temporary.path, ...env },
  });
  if (error) throw error;
  return status ?? 1;
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error('The test runner ended without a report; what it printed above says why.');
  }
}
