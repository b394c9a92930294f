/** What the embedded database costs: first and second start, memory at rest, queries and durable writes a second. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { processesIn } from '../tests/durability/processes.ts';
import { makeFolder } from '../tests/harness/database/folders.ts';

const [task, given] = process.argv.slice(2);

if (task === 'start') {
  const database = await open(given ?? '');
  console.log(Math.round(performance.now()));
  await database.close();
} else {
  const { folder, remove } = await makeFolder();
  for (const name of ['first start', 'second start']) {
    const before = cpuOfChildren();
    const run = spawnSync(process.execPath, [import.meta.filename, 'start', folder], { encoding: 'utf8' });
    const cpu = (cpuOfChildren() - before).toFixed(2);
    console.log(
      `${name}: healthy after ${run.stdout.trim()} ms of wall time; ${cpu} s of CPU, all processes, stop included`,
    );
  }
  const database = await open(folder);
  await measureRates(database);
  await database.sql`select 1`;
  await wait(1000);
  console.log(`memory at rest: ${Math.round(memoryOf(folder) / 1024)} MB (PSS of all processes of Postgres)`);
  await database.close();
  await remove();
}

function open(dataFolder: string): Promise<Database> {
  return openDatabase({ dataFolder, log: () => {}, migrations: [ownMigrations] });
}

async function measureRates(database: Database): Promise<void> {
  const { sql } = database;
  await sql`create table porchlight.bench (id bigserial primary key, note text)`;
  const each: [string, number, number, () => PromiseLike<unknown>][] = [
    ['selects one after another', 1, 3000, () => sql`select 1`],
    ['selects, 16 at a time', 16, 8000, () => sql`select 1`],
    [
      'as a role with claims, 16 at a time',
      16,
      2000,
      () => database.asRole('anon', { role: 'anon' }, (tx) => tx`select 1`),
    ],
    [
      'durable inserts one after another',
      1,
      1000,
      () => sql`insert into porchlight.bench (note) values ('x')`,
    ],
    ['durable inserts, 16 at a time', 16, 8000, () => sql`insert into porchlight.bench (note) values ('x')`],
  ];
  for (const [name, clients, count, query] of each) {
    for (let warm = 0; warm < 50; warm += 1) await query();
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    const client = async () => {
      for (let done = 0; done < count / clients; done += 1) await query();
    };
    await Promise.all(Array.from({ length: clients }, client));
    const seconds = (performance.now() - began) / 1000;
    const used = process.cpuUsage(cpu);
    const micros = Math.round((used.user + used.system) / count);
    console.log(`${name}: ${Math.round(count / seconds)} a second, ${micros} µs of our CPU each`);
  }
}

/** Seconds of CPU of all children that have ended, their children included. */
function cpuOfChildren(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

function memoryOf(folder: string): number {
  return processesIn(folder).reduce((sum, pid) => {
    const found = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return sum + Number(found?.[1] ?? 0);
  }, 0);
}
