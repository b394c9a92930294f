/**
 * 1,000 page views a second, each from another reader, beside readers who fetch a cached article: what a view costs our process in CPU time
 * (1 ms is 1,000 a second on one core), whether every one of them is in the database in the end, and how long pages take with and without
 * the views. Quiet and busy turns alternate; a turn's figure is its 99th percentile, and noise is the spread of the quiet turns. The site
 * has a core to itself; Postgres and the two clients, a process each, share the others. The same turns against a bare node:http server
 * show the part of the runtime and the machine.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Bench } from './bench.ts';
import { sendAndReceive, startChild } from './child-process.ts';
import { writeCorpus } from './corpus.ts';
import { atMost, exactly, type Figure, noLimit } from './figure.ts';
import { pinToFirstCore, reserveFirstCore } from './one-core.ts';
import type { PagePlan, PageRound } from './page-client.ts';
import { readOwnCpuSeconds } from './process-usage.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import { median, percentile } from './statistics.ts';
import type { ViewPlan, ViewRound } from './view-client.ts';

const perSecond = 1_000;
const pagesPerSecond = 200;
const turns = 5;
const turnSeconds = 3;
/** Until V8 has compiled the hot code: a site runs for weeks. */
const warmUpSeconds = 12;
/** So that the writes after the last view are not part of the next quiet turn. */
const pauseMs = 1_500;
/** A smaller difference is not noticeable and below the accuracy of a busy machine. */
const minNoiseMs = 2;
const maxBacklogMs = 120_000;

export async function measureViewLoad(bench: Bench): Promise<Figure[]> {
  const contentFolder = await bench.createFolder('content');
  const path = (await writeCorpus(contentFolder, 100))[42]?.path ?? '';
  const isAlone = await reserveFirstCore(bench);
  const database = await openDatabase({
    dataFolder: await bench.createFolder('views'),
    log: () => {},
    migrations: [ownMigrations],
  });
  bench.onClose(() => database.close());
  const site = await startSite(bench, {
    contentFolder,
    environment: { DATABASE_URL: database.url.replace('@/', '@localhost/'), TRUST_PROXY: '1' },
  });
  if (isAlone) await pinToFirstCore(site.pid);
  const html = await site.client.getText(path);
  const token = /data-view="([^"]+)"/.exec(html)?.[1] ?? '';
  const views = { origin: site.origin, path, token, perSecond };
  const bare = await startBareServer(bench, site, path);
  if (isAlone) await pinToFirstCore(bare.pid);

  const floor = await alternateRounds(bench, 'bare node:http', bare, views);
  const ours = await alternateRounds(bench, 'the site', site, views);
  const sent = sum(ours.rounds.map((round) => round.sent));
  const refused = sum(ours.rounds.map((round) => round.refused));
  const written = await readWritten(database, sent - refused);
  await site.stop();
  const noise = Math.max(Math.max(...ours.quiet) - Math.min(...ours.quiet), minNoiseMs);
  return [
    // Includes the cost of the pages of the same turn.
    atMost('page views: CPU time of our process a view', Math.min(...ours.costs), 1000 / perSecond, 'ms CPU'),
    noLimit('page views: the same of bare node:http', Math.min(...floor.costs), 'ms CPU'),
    exactly('page views: written of those sent', written + refused, sent, 'requests'),
    atMost('page views: pages at p99, busy above quiet', median(ours.busy) - median(ours.quiet), noise, 'ms'),
    noLimit('page views: the same of bare node:http', median(floor.busy) - median(floor.quiet), 'ms'),
    noLimit('page views: pages at p99, quiet', median(ours.quiet), 'ms'),
    noLimit('page views: not in it: delay of the client, at p99', median(ours.late), 'ms'),
  ];
}

interface Turns {
  /** 99th percentiles of the pages, a turn each. */
  quiet: number[];
  busy: number[];
  /** How late the client sent its requests in the busy turns, at the 99th percentile. */
  late: number[];
  /** CPU time a view, in milliseconds. */
  costs: number[];
  rounds: ViewRound[];
}

async function alternateRounds(
  bench: Bench,
  name: string,
  { pid, port }: Pick<SiteProcess, 'pid' | 'port'>,
  views: Omit<ViewPlan, 'port' | 'seconds'>,
): Promise<Turns> {
  const viewClient = startChild(bench, 'view-client.ts');
  const pageClient = startChild(bench, 'page-client.ts');
  const pages = { port, path: views.path, perSecond: pagesPerSecond };
  const sendViews = (seconds = turnSeconds) =>
    sendAndReceive<ViewPlan, ViewRound>(viewClient, { ...views, port, seconds });
  const readPages = (seconds = turnSeconds) =>
    sendAndReceive<PagePlan, PageRound>(pageClient, { ...pages, seconds });
  const [warmUp] = await Promise.all([sendViews(warmUpSeconds), readPages(warmUpSeconds)]);
  const found: Turns = { quiet: [], busy: [], late: [], costs: [], rounds: [warmUp] };
  for (let turn = 0; turn < turns; turn++) {
    await wait(pauseMs);
    const quiet = await readPages();
    const cpu = await readOwnCpuSeconds(pid);
    const [round, busy] = await Promise.all([sendViews(), readPages()]);
    const cost = (((await readOwnCpuSeconds(pid)) - cpu) * 1000) / round.sent;
    found.rounds.push(round);
    found.costs.push(cost);
    found.quiet.push(percentile(quiet.times, 99));
    found.busy.push(percentile(busy.times, 99));
    found.late.push(percentile(busy.late, 99));
    bench.log(
      `${name}: ${Math.round(round.answered / round.seconds)} views a second, ${cost.toFixed(3)} ms of CPU time each; pages at the 99th percentile: ${found.quiet.at(-1)?.toFixed(1)} ms quiet, ${found.busy.at(-1)?.toFixed(1)} ms busy (asked ${found.late.at(-1)?.toFixed(1)} ms late, views sent ${percentile(round.late, 99).toFixed(1)} ms late)`,
    );
  }
  return found;
}

/** It sends the page that the site sends, byte for byte. */
async function startBareServer(
  bench: Bench,
  site: SiteProcess,
  path: string,
): Promise<{ pid: number; port: number }> {
  const page = await site.client.get(path, 'br');
  const server = startChild(bench, 'bare-view-server.ts');
  const { port } = await sendAndReceive<object, { port: number }>(server, {
    headers: Object.entries(page.headers).flat(),
    body: page.body.toString('base64'),
  });
  return { pid: server.pid ?? 0, port };
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** On a busy machine Postgres is behind when the last view arrives, so this waits for it. */
async function readWritten({ sql }: Database, expected: number): Promise<number> {
  const deadline = performance.now() + maxBacklogMs;
  for (;;) {
    const [row] = await sql<{ views: number }[]>`
      select coalesce(sum(views), 0)::integer as views from site.page_view_facts where kind = 'total'`;
    const views = row?.views ?? 0;
    if (views >= expected || performance.now() > deadline) return views;
    await wait(250);
  }
}
