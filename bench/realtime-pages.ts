/** Pages beside 1,000 joined sockets that send their heartbeats, and beside none: the time of an answer at the 99th percentile. */
import type { Bench } from './bench.ts';
import { sendAndReceive, startChild } from './child-process.ts';
import { writeCorpus } from './corpus.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import type { PagePlan, PageRound } from './page-client.ts';
import { startSite } from './site-process.ts';
import { startSocketClients, withoutLimits } from './sockets.ts';
import { median, percentile } from './statistics.ts';

const sockets = 1000;
const turns = 5;
const key = 'sb_publishable_bench';

export async function measurePagesBesideSockets(bench: Bench): Promise<Figure[]> {
  const contentFolder = await bench.createFolder('content');
  const path = (await writeCorpus(contentFolder, 100))[42]?.path ?? '';
  const site = await startSite(bench, {
    contentFolder,
    environment: { ...(await withoutLimits(bench)), PUBLISHABLE_KEY: key },
  });
  const readers = startChild(bench, 'page-client.ts');
  const plan: PagePlan = { port: site.port, path, perSecond: 200, seconds: 3 };
  const readPages = async () => {
    const { times } = await sendAndReceive<PagePlan, PageRound>(readers, plan);
    return percentile(times, 99);
  };
  // Until V8 has compiled the hot code.
  for (let turn = 0; turn < 3; turn += 1) await readPages();
  const quiet: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(await readPages());
    const clients = startSocketClients(bench);
    await clients.open({
      address: `ws://127.0.0.1:${site.port}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`,
      count: sockets,
      topic: 'realtime:bench',
      join: { config: { presence: { enabled: false } } },
      readyAt: '"status":"ok"',
      heartbeatMs: 25_000,
    });
    beside.push(await readPages());
    await clients.close();
  }
  await site.stop();
  return [
    atMost(
      'realtime: pages at p99 beside 1,000 sockets ÷ quiet',
      median(beside) / median(quiet),
      1.2,
      'ratio',
    ),
    noLimit('realtime: pages at p99, quiet', median(quiet), 'ms'),
  ];
}
