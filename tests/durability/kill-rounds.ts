import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { processesIn, serverOf } from './processes.ts';

export type Victim = 'program' | 'postgres' | 'both';

export interface KillReport {
  rounds: number;
  acknowledged: number;
  lost: number[];
  /** Programs that did not survive the end of their Postgres. */
  fallen: number;
  /** Processes that were still running ten seconds after the program was killed. */
  orphans: number;
}

/** Kills at random moments, every third time during the first start, and counts missing rows. */
export async function runKillRounds(folder: string, victim: Victim, rounds: number): Promise<KillReport> {
  const report: KillReport = { rounds, acknowledged: 0, lost: [], fallen: 0, orphans: 0 };
  let shared = { folder: join(folder, 'shared'), written: new Set<number>() };
  mkdirSync(shared.folder, { recursive: true });
  for (let round = 0; round < rounds; round += 1) {
    const isFirstStart = round % 3 === 1;
    const fresh = { folder: join(folder, `fresh-${round}`), written: new Set<number>() };
    const place = isFirstStart ? fresh : shared;
    await oneRound(place, victim, isFirstStart, report);
    if (!isFirstStart) shared = place;
  }
  return report;
}

interface WrittenFolder {
  folder: string;
  written: Set<number>;
}

async function oneRound(
  place: WrittenFolder,
  victim: Victim,
  isFirstStart: boolean,
  report: KillReport,
): Promise<void> {
  const writer = startWriter(place);
  if (!isFirstStart) await writer.firstLine;
  await wait(Math.random() * (isFirstStart ? 2500 : 300));

  if (victim !== 'program') kill(serverOf(place.folder));
  if (victim === 'postgres') {
    // It must recover by itself.
    await writer.nextLine();
    if (writer.child.exitCode !== null) report.fallen += 1;
    writer.child.kill('SIGTERM');
  } else {
    writer.child.kill('SIGKILL');
  }
  await writer.ended;
  report.orphans += await countOrphans(place.folder);
  await compare(place, report);
}

function startWriter(place: WrittenFolder) {
  const first = Math.max(0, ...place.written) + 1;
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'writer.ts'), place.folder, String(first)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let wake: () => void = () => {};
  const nextLine = () => Promise.race([ended, new Promise<void>((resolve) => (wake = resolve))]);
  const firstLine = nextLine();
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      place.written.add(Number(line));
      wake();
    });
  }
  return { child, ended, firstLine, nextLine };
}

/** The next start works, and every acknowledged row exists. */
async function compare(place: WrittenFolder, report: KillReport): Promise<void> {
  const database = await openDatabase({
    dataFolder: place.folder,
    log: () => {},
    migrations: [ownMigrations],
  });
  try {
    const [table] = await database.sql<{ exists: boolean }[]>`
      select to_regclass('porchlight.durability') is not null as exists`;
    const rows = table?.exists
      ? await database.sql<{ id: string }[]>`select id from porchlight.durability`
      : [];
    const found = new Set(rows.map((row) => Number(row.id)));
    report.lost.push(...[...place.written].filter((id) => !found.has(id)));
    report.acknowledged += place.written.size;
  } finally {
    await database.close();
  }
}

async function countOrphans(folder: string): Promise<number> {
  for (let tenth = 0; tenth < 100; tenth += 1) {
    if (processesIn(folder).length === 0) return 0;
    await wait(100);
  }
  return processesIn(folder).length;
}

function kill(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {
    // It had ended already.
  }
}
