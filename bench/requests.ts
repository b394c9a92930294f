/**
 * Requests per second for one cached article in brotli over 32 keep-alive connections, against a bare node:http server that sends the
 * same bytes and headers. Both run all the time and take short turns; the figure is the median of the ratios of the turns, so
 * that a noisy machine slows both alike. CPU time per request is printed too: it depends less on what else the machine
 * does. Measured once without a log and once with one line a request written to a file.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { receiveMessage, startChild } from './child-process.ts';
import { writeCorpus } from './corpus.ts';
import { atLeast, type Figure, isTrue, noLimit } from './figure.ts';
import type { Answer } from './http-client.ts';
import { type Load, startLoad, toRequest } from './load.ts';
import { readUsage } from './process-usage.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import { median } from './statistics.ts';

export interface Server {
  pid: number;
  port: number;
}

interface Turns {
  rate: number;
  bareRate: number;
  ratio: number;
  /** CPU time of the bare server ÷ ours, per request. */
  cpuRatio: number;
  requests: number;
}

const connections = 32;
const turns = 15;
const turnSeconds = 1.5;

export async function measureRequests(bench: Bench): Promise<Figure[]> {
  const contentFolder = await bench.createFolder('content');
  const path = (await writeCorpus(contentFolder, 100))[42]?.path ?? '';
  const load = startLoad(bench);

  const silent = await startSite(bench, { contentFolder });
  const answer = await silent.client.get(path, 'br');
  if (answer.headers['content-encoding'] !== 'br')
    throw new Error(`${path} was requested in brotli and came in another encoding.`);
  const bare = await startBareServer(bench, answer);
  const off = await alternateRounds(bench, load, path, silent, bare);
  await silent.stop();

  const logging = await startSite(bench, { contentFolder, logRequests: true });
  const on = await alternateRounds(bench, load, path, logging, bare);
  await logging.stop();
  const lines = await countLines(logging);
  return [
    atLeast('requests: ours ÷ bare node:http', off.ratio, 0.8, 'ratio'),
    atLeast('requests: with logging ÷ bare node:http', on.ratio, 0.7, 'ratio'),
    isTrue('requests: every one is in the log', lines >= on.requests),
    noLimit('requests: ours', off.rate, 'per second'),
    noLimit('requests: bare node:http', off.bareRate, 'per second'),
    noLimit('requests: CPU of bare ÷ ours', off.cpuRatio, 'ratio'),
    noLimit('requests: CPU of bare ÷ ours with logging', on.cpuRatio, 'ratio'),
  ];
}

async function alternateRounds(
  bench: Bench,
  load: Load,
  path: string,
  site: SiteProcess,
  bare: Server,
): Promise<Turns> {
  let requests = 0;
  const measureRound = async (server: Server, seconds: number) => {
    const request = toRequest(`127.0.0.1:${server.port}`, path);
    const before = await readUsage(server.pid);
    const round = await load({ port: server.port, request, connections, seconds });
    const after = await readUsage(server.pid);
    if (server === site) requests += round.requests;
    return {
      rate: round.requests / round.seconds,
      cpu: (after.cpuSeconds - before.cpuSeconds) / round.requests,
    };
  };
  await measureRound(site, 2);
  await measureRound(bare, 2);
  const pairs = [];
  for (let turn = 0; turn < turns; turn++) {
    const first = await measureRound(turn % 2 === 0 ? site : bare, turnSeconds);
    const second = await measureRound(turn % 2 === 0 ? bare : site, turnSeconds);
    const [ours, limit] = turn % 2 === 0 ? [first, second] : [second, first];
    pairs.push({ ours, limit });
    bench.log(
      `${ours.rate.toFixed(0)}/s of ${limit.rate.toFixed(0)}/s: ${(ours.rate / limit.rate).toFixed(3)}` +
        `, ${(ours.cpu * 1e6).toFixed(0)} and ${(limit.cpu * 1e6).toFixed(0)} µs CPU a request`,
    );
  }
  return {
    rate: median(pairs.map(({ ours }) => ours.rate)),
    bareRate: median(pairs.map(({ limit }) => limit.rate)),
    ratio: median(pairs.map(({ ours, limit }) => ours.rate / limit.rate)),
    cpuRatio: median(pairs.map(({ ours, limit }) => limit.cpu / ours.cpu)),
    requests,
  };
}

/** node:http writes these three by itself, in both servers. */
const ownHeaders = ['date', 'connection', 'keep-alive'];

export async function startBareServer(bench: Bench, answer: Answer): Promise<Server> {
  const file = join(await bench.createFolder('bare'), 'answer.json');
  const headers = Object.entries(answer.headers).filter(([name]) => !ownHeaders.includes(name));
  await writeFile(file, JSON.stringify(headers.flat()));
  await writeFile(`${file}.body`, answer.body);
  const child = startChild(bench, 'bare-server.ts', { args: [file] });
  const address = await receiveMessage<{ port: number }>(child);
  if (child.pid === undefined) throw new Error('The bare server has no process.');
  return { pid: child.pid, port: address.port };
}

async function countLines(site: SiteProcess): Promise<number> {
  const log = await readFile(site.logFile);
  let lines = 0;
  for (let at = log.indexOf(10); at !== -1; at = log.indexOf(10, at + 1)) lines++;
  return lines;
}
