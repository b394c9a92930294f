/**
 * 5,000 page views a second, each from another reader, beside readers who fetch a cached article: what a view costs our process in CPU time
 * (0.2 ms is 5,000 a second on one core), whether every one of them is in the database in the end, and how long pages take with and without
 * the views. Quiet and busy turns alternate; a turn's figure is its 99th percentile, and noise is the spread of the quiet turns.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Bench } from './bench.ts';
import { ask, startChild } from './child-process.ts';
import { writeCorpus } from './corpus.ts';
import { atMost, beside, exactly, type Figure } from './figure.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { readOwnCpuSeconds } from './process-usage.ts';
import { startSite } from './site-process.ts';
import { median, percentile } from './statistics.ts';
import type { ViewPlan, ViewRound } from './view-client.ts';

const perSecond = 5_000;
const turns = 5;
const turnSeconds = 3;
/** Less than this is not seen by anybody and not told apart by the clock of a busy machine. */
const smallestNoiseMs = 2;
const longestBacklogMs = 120_000;

export async function measureViewLoad(bench: Bench): Promise<Figure[]> {
  const contentFolder = await bench.createFolder('content');
  const path = (await writeCorpus(contentFolder, 100))[42]?.path ?? '';
  const database = await openDatabase({
    dataFolder: await bench.createFolder('views'),
    log: () => {},
    migrations: [ownMigrations],
  });
  bench.afterwards(() => database.close());
  const site = await startSite(bench, {
    contentFolder,
    environment: { DATABASE_URL: database.url.replace('@/', '@localhost/'), TRUST_PROXY: '1' },
  });
  const html = await site.client.getText(path);
  const token = /data-view="([^"]+)"/.exec(html)?.[1] ?? '';
  const sendViews = startViewClient(bench);
  const plan = { port: site.port, origin: site.origin, path, token, perSecond, seconds: turnSeconds };
  const pages = createHttpClient(site.port, 4);
  bench.afterwards(async () => pages.close());

  const rounds: ViewRound[] = [await sendViews({ ...plan, seconds: 1 })];
  const [quiet, busy, costs]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < turns; turn++) {
    quiet.push(await readPages(pages, path, wait(turnSeconds * 1000)));
    const cpu = await readOwnCpuSeconds(site.pid);
    const sending = sendViews(plan);
    busy.push(await readPages(pages, path, sending));
    const round = await sending;
    rounds.push(round);
    costs.push((((await readOwnCpuSeconds(site.pid)) - cpu) * 1000) / round.sent);
    bench.say(
      `${Math.round(round.answered / round.seconds)} views a second, ${costs.at(-1)?.toFixed(3)} ms of CPU time each; pages at the 99th percentile: ${quiet.at(-1)?.toFixed(1)} ms quiet, ${busy.at(-1)?.toFixed(1)} ms busy`,
    );
  }
  const sent = rounds.reduce((sum, round) => sum + round.sent, 0);
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0);
  const written = await readWritten(database, sent - refused);
  await site.stop();
  const noise = Math.max(Math.max(...quiet) - Math.min(...quiet), smallestNoiseMs);
  return [
    // What the pages of the same turn cost is in it as well.
    atMost('page views: CPU time of our process a view', Math.min(...costs), 1000 / perSecond, 'ms CPU'),
    exactly('page views: written of those sent', written + refused, sent, 'requests'),
    atMost('page views: pages at p99, busy above quiet', median(busy) - median(quiet), noise, 'ms'),
    beside('page views: pages at p99, quiet', median(quiet), 'ms'),
  ];
}

/** On a busy machine Postgres is behind when the last view has come in, so it is given a while. */
async function readWritten({ sql }: Database, expected: number): Promise<number> {
  const deadline = performance.now() + longestBacklogMs;
  for (;;) {
    const [row] = await sql<{ views: number }[]>`
      select coalesce(sum(views), 0)::integer as views from site.page_view_facts where kind = 'total'`;
    const views = row?.views ?? 0;
    if (views >= expected || performance.now() > deadline) return views;
    await wait(250);
  }
}

/** The 99th percentile of a cached article, asked for again and again by two readers until `until`. */
async function readPages(client: HttpClient, path: string, until: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let ended = false;
  const read = async () => {
    while (!ended) {
      const began = performance.now();
      await client.get(path, 'br');
      times.push(performance.now() - began);
      await wait(4);
    }
  };
  const readers = [read(), read()];
  await until;
  ended = true;
  await Promise.all(readers);
  return percentile(times, 99);
}

function startViewClient(bench: Bench): (plan: ViewPlan) => Promise<ViewRound> {
  const child = startChild(bench, 'view-client.ts');
  return (plan) => ask(child, plan);
}
