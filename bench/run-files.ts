/**
 * A folder of one's own recordings and exports: each is read as the page does it, and what is measured is compared with what the file
 * itself states. Nothing of them is stored, and nothing leaves this machine.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { analyseRun } from '../running/analysis/analyse-run.ts';
import { importFiles } from '../running/import/import-files.ts';
import { nothingStated, type Run } from '../running/run.ts';
import type { Bench } from './bench.ts';
import { atLeast, atMost, type Figure, noLimit } from './figure.ts';

/** Shorter runs and lower hills differ by more than a share for other reasons. */
const minMetres = 500;
const minGain = 20;
/** A file whose totals are about another time than its points, because it was cut or joined, cannot be compared. */
const maxTimeDifference = 0.05;

export async function measureRunFiles(bench: Bench, folder: string | undefined): Promise<Figure[]> {
  if (!folder || !(await stat(folder).catch(() => undefined))?.isDirectory())
    throw new Error('Name a folder with recordings: npm run bench runs -- folder');
  const before = process.cpuUsage();
  const found = { files: 0, runs: 0, others: 0, broken: 0, faults: 0 };
  const distances: boolean[] = [];
  const gains: number[] = [];
  for await (const { path, data } of listFiles(folder)) {
    found.files += 1;
    for await (const outcome of importFiles([{ name: path, data }])) {
      if (outcome.kind === 'broken') {
        found.broken += 1;
        if (outcome.cause) found.faults += 1;
        bench.log(`${outcome.path}: ${outcome.reason}${outcome.cause ? ` ${outcome.cause}` : ''}`);
      } else if (outcome.kind === 'ignored' || outcome.run.sport === 'maybe') found.others += 1;
      else {
        found.runs += 1;
        compare(outcome.run, outcome.path, { distances, gains, log: bench.log });
      }
    }
  }
  const cpu = process.cpuUsage(before);
  const share = (good: number, all: number) => (all === 0 ? 1 : good / all);
  const close = gains.filter((ratio) => Math.abs(ratio - 1) <= 0.05).length;
  return [
    noLimit('runs: files, each counted once', found.files, 'files'),
    noLimit('runs: runs in them', found.runs, 'runs'),
    noLimit('runs: other sports, or vague ones', found.others, 'runs'),
    noLimit('runs: not readable', found.broken, 'files'),
    atMost('runs: faults of the reader', found.faults, 0, 'files'),
    noLimit('runs: with a distance to compare', distances.length, 'runs'),
    atLeast(
      'runs: distance within 1 % of the file’s',
      share(distances.filter(Boolean).length, distances.length),
      0.97,
      'ratio',
    ),
    noLimit('runs: with a climb to compare', gains.length, 'runs'),
    atLeast('runs: climb within 5 % of the file’s', share(close, gains.length), 0.5, 'ratio'),
    noLimit(
      'runs: climb ÷ the file’s, median',
      gains.toSorted((a, b) => a - b)[gains.length >> 1] ?? 1,
      'ratio',
    ),
    noLimit('runs: reading and measuring', (cpu.user + cpu.system) / 1e6, 's CPU'),
  ];
}

async function* listFiles(folder: string): AsyncGenerator<{ path: string; data: Blob }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const seen = new Set<string>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (seen.has(hash)) continue;
    seen.add(hash);
    yield { path: relative(folder, path), data: new Blob([bytes]) };
  }
}

interface Comparison {
  distances: boolean[];
  gains: number[];
  log(line: string): void;
}

/** Measured without the totals that the file states, so that they are not compared with themselves. */
function compare(run: Run, path: string, { distances, gains, log }: Comparison): void {
  const { stated, track } = run;
  const elapsed = track.time.at(-1) ?? 0;
  const isComparable = Math.abs(elapsed / (stated.elapsed ?? 0) - 1) <= maxTimeDifference;
  if (run.incomplete || !isComparable) return;
  const { totals, elevation } = analyseRun({ ...run, stated: { ...nothingStated } });
  if (stated.metres !== undefined && stated.metres >= minMetres) {
    const ratio = totals.metres / stated.metres;
    distances.push(Math.abs(ratio - 1) <= 0.01);
    if (Math.abs(ratio - 1) > 0.01)
      log(`${path}: ${Math.round(totals.metres)} m, the file says ${Math.round(stated.metres)} m`);
  }
  if (stated.gain !== undefined && stated.gain >= minGain && elevation)
    gains.push(elevation.gain / stated.gain);
}
