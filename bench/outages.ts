/** Ends the site's connections and restarts its Postgres, under a mixed load and with every core busy, and counts what that breaks. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { serverOf } from '../tests/durability/processes.ts';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { startMixedLoad } from '../tests/outages/mixed-load.ts';
import { endConnections, type LoadedProcess, startForLoad } from '../tests/outages/start-for-load.ts';

const ended = Number(process.argv[2] ?? 200);
const restarts = Number(process.argv[3] ?? 20);

const { folder, remove } = await makeFolder();
const database = await openDatabase({ dataFolder: folder, log: () => {}, migrations: [ownMigrations] });
const site = await startForLoad('site', database.url.replace('@/', '@localhost/'));
const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);']),
);
try {
  const isEnded = await runRounds('ended connections', ended, () =>
    endConnections(database.sql).catch(() => {}),
  );
  if (!isEnded) await runRounds('restarts of Postgres', restarts, restartPostgres);
} finally {
  for (const child of busy) child.kill('SIGKILL');
}
await site.stop().catch((error: unknown) => {
  console.log(String(error));
  process.exitCode = 1;
});
await database.close();
await remove();

async function runRounds(name: string, rounds: number, disturb: () => Promise<unknown>): Promise<boolean> {
  const began = performance.now();
  const load = startMixedLoad(site);
  let done = 0;
  for (; done < rounds && site.process.exitCode === null; done += 1) {
    await wait(Math.random() * 1000);
    await disturb();
  }
  await answers(site, database);
  const { acknowledged, missing } = await load.stop(database.sql);
  const unheld = site.output().split('was not handled').length - 1;
  const isOver = site.process.exitCode !== null;
  console.log(
    `${name}: ${done} rounds, ${acknowledged} acknowledged writes, ${missing.length} missing, ` +
      `${isOver ? 'the process ended' : 'the process goes on'}, ${unheld} promises not held, ` +
      `answers ${JSON.stringify(Object.fromEntries(load.answers))}, ${Math.round((performance.now() - began) / 1000)} s`,
  );
  if (isOver || missing.length + unheld > 0) {
    console.log(site.output().slice(-4000));
    process.exitCode = 1;
  }
  return isOver;
}

async function restartPostgres(): Promise<void> {
  const pid = serverOf(folder);
  // A fast shutdown; our supervisor starts it again.
  if (pid) process.kill(pid, 'SIGINT');
  await answers(site, database);
}

async function answers({ url, publicKey, process: child }: LoadedProcess, own: Database): Promise<void> {
  const headers = { apikey: publicKey };
  const isThere = async () =>
    (await own.isHealthy()) &&
    (await fetch(`${url}/rest/v1/notes?limit=1`, { headers }).catch(() => undefined))?.status === 200;
  while (child.exitCode === null && !(await isThere())) await wait(100);
}
