/**
 * One million views of 10,000 paths over 90 days, written in batches as the site writes them: how large the database is then, and how long
 * the report of each range takes that /stats offers. Twice: with views spread as on real sites (a few pages have most of them), and evenly over all
 * paths, which is the worst case. A report is one query, which Postgres answers in one process; its time is the
 * CPU time of that process, with the clock beside it.
 */
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { createDatabaseStore } from '../page-views/database-store.ts';
import { createViewBuffer } from '../page-views/view-buffer.ts';
import { createRandom } from '../running/samples/random.ts';
import type { Bench } from './bench.ts';
import { atMost, below, type Figure, noLimit } from './figure.ts';
import { readOwnCpuSeconds, readUsage } from './process-usage.ts';

const pathCount = 10_000;
const dayCount = 90;
const viewCount = 1_000_000;
const viewsAtOnce = 2_500;
const lastDay = '2026-11-15';
const rounds = 25;

const spreads: Record<string, (random: number) => number> = {
  'as on real sites': (random) => Math.floor(pathCount ** random) - 1,
  'all paths alike': (random) => Math.floor(random * pathCount),
};

export async function measureViewReport(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, choose] of Object.entries(spreads))
    figures.push(...(await measureSpread(bench, name, choose)));
  return figures;
}

async function measureSpread(
  bench: Bench,
  name: string,
  choose: (random: number) => number,
): Promise<Figure[]> {
  const database = await openDatabase({
    dataFolder: await bench.createFolder('views'),
    log: () => {},
    migrations: [ownMigrations, { kind: 'site', folder: join(bench.siteFolder, 'supabase', 'migrations') }],
    // On a busy machine a vacuum takes long.
    statementTimeoutMs: 60_000,
    answerWithinMs: 60_000,
  });
  bench.onClose(() => database.close());
  const before = await sizeOf(database);
  const writing = await fill(database, choose);
  const figures: Figure[] = [];
  for (const [range, call] of Object.entries(ranges)) {
    const { cpu, clock } = await measureReport(database, call);
    bench.log(`${name}, ${range}: ${cpu.toFixed(1)} ms of CPU time, ${clock.toFixed(1)} ms on the clock`);
    figures.push(atMost(`page views, ${name}: report of ${range}`, cpu, 30, 'ms CPU'));
  }
  const filtered = await measureReport(
    database,
    `public.page_view_report('${lastDay}', filters => '${filters}')`,
  );
  figures.push(noLimit(`page views, ${name}: report of all time for one referrer`, filtered.cpu, 'ms CPU'));
  const size = (await sizeOf(database)) - before;
  figures.push(below(`page views, ${name}: size of a million`, size / 1e6, 100, 'MB'));
  figures.push(noLimit(`page views, ${name}: writing a thousand`, writing * 1000, 'ms CPU'));
  await database.close();
  return figures;
}

/** Milliseconds of Postgres' CPU time for each view. */
async function fill(database: Database, choose: (random: number) => number): Promise<number> {
  let day = '';
  const buffer = createViewBuffer({ store: createDatabaseStore(database), today: () => day, log: () => {} });
  const random = createRandom(7);
  const usage = () => readUsage(process.pid).then(({ cpuSeconds }) => cpuSeconds - ownCpuSeconds());
  const before = await usage();
  for (let number = 0; number < viewCount; number += viewsAtOnce) {
    day = dayOf(Math.floor((number / viewCount) * dayCount));
    for (let many = 0; many < viewsAtOnce; many++)
      buffer.add({
        day,
        hour: Math.floor(random() * 24),
        visitor: String(Math.floor(random() * 4_000)),
        path: `/posts/section-${choose(random())}/a-title-of-usual-length`,
        referrer: random() < 0.4 ? `site-${Math.floor(random() * 200)}.example` : null,
        device: 'computer',
        country: 'DE',
      });
    await buffer.flush();
    // What autovacuum does in the course of a day.
    if (number % (viewsAtOnce * 4) === 0) await vacuum(database);
  }
  await vacuum(database);
  return ((await usage()) - before) / (viewCount / 1000);
}

async function vacuum({ sql }: Database): Promise<void> {
  await sql`vacuum analyze site.page_view_counts, site.page_view_facts, site.page_view_paths,
    site.page_view_visits, site.page_view_batches, site.page_view_crossed`;
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const ranges: Record<string, string> = {
  today: `public.page_view_report('${lastDay}', '${lastDay}', 'hour')`,
  '7 days': `public.page_view_report('${lastDay}', '${dayOf(dayCount - 7)}')`,
  '30 days': `public.page_view_report('${lastDay}', '${dayOf(dayCount - 30)}')`,
  '12 months': `public.page_view_report('${lastDay}', '2025-11-16')`,
  'all time': `public.page_view_report('${lastDay}')`,
};

const filters = '{"referrer": "site-7.example"}';

/** CPU time a query of the process that answers it; and the fastest by the clock. */
async function measureReport(database: Database, call: string): Promise<{ cpu: number; clock: number }> {
  const claims = { role: 'authenticated', app_metadata: { owner: true } };
  return database.asRole('authenticated', claims, async (sql) => {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const pid = row?.pid ?? 0;
    await sql.script(`select ${call}`);
    const before = await readOwnCpuSeconds(pid);
    let clock = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const began = performance.now();
      await sql.script(`select ${call}`);
      clock = Math.min(clock, performance.now() - began);
    }
    return { cpu: (((await readOwnCpuSeconds(pid)) - before) * 1000) / rounds, clock };
  });
}

async function sizeOf(database: Database): Promise<number> {
  const [row] = await database.sql<{ size: string }[]>`select pg_database_size(current_database()) as size`;
  return Number(row?.size);
}

/** Day 0 is the first of the ninety. */
function dayOf(number: number): string {
  const last = Date.parse(`${lastDay}T00:00:00Z`);
  return new Date(last - (dayCount - 1 - number) * 86_400_000).toISOString().slice(0, 10);
}
