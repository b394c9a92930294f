/**
 * What it costs to spread a load over three processes instead of one: CPU time of our processes for a cached page, a select through
 * `/rest/v1` and `GET /auth/v1/user`, with Postgres beside it. The same number of requests a second goes to one process and to three, in
 * turns; each of the three is the one process of some turns. The figure is the median of the ratios of the turns. Then the CPU time of a
 * process that has nothing to do.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, signUp } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { readOwnCpuNanoseconds, readUsage } from './process-usage.ts';
import { openRestDatabase } from './rest-site.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import { median } from './statistics.ts';

interface Subject {
  name: string;
  path: () => string;
  perSecond: number;
}

/** Milliseconds of CPU time a request. */
interface Cost {
  own: number;
  postgres: number;
}

/** At these rates a process is busy for about half of the time. */
const subjects: Subject[] = [
  { name: 'page', path: () => '/posts/guide/writing', perSecond: 1000 },
  {
    name: 'select by key',
    path: () => `/rest/v1/posts?select=*&id=eq.${1 + Math.floor(Math.random() * 10_000)}`,
    perSecond: 400,
  },
  { name: 'GET /user', path: () => '/auth/v1/user', perSecond: 400 },
];
const processes = 3;
const clients = 16;
const turns = 9;
const turnSeconds = 3;
/** For each process and subject, until the runtime has compiled the hot code. */
const warmSeconds = 5;
const idleSeconds = 5;

/** What all processes must have in common. */
const shared = {
  SITE_URL: 'http://127.0.0.1:3000',
  JWT_SECRET: 'a secret of the bench with at least 32 characters',
  PUBLISHABLE_KEY: 'sb_publishable_of_the_bench',
  SECRET_KEY: 'sb_secret_of_the_bench_0123456789',
  PAGE_VIEW_SECRET: 'a secret for views with at least 32 characters',
};

export async function measureAnotherProcess(bench: Bench): Promise<Figure[]> {
  const { environment, postgresPid } = await openRestDatabase(bench);
  const sites: SiteProcess[] = [];
  for (let number = 0; number < processes; number += 1)
    sites.push(await startSite(bench, { environment: { ...environment, ...shared } }));
  const [first] = sites;
  if (!first) throw new Error('No process was started.');
  const account = await signUp(first.client, 'reader@example.com');
  const measure = async (subject: Subject, used: SiteProcess[]): Promise<Cost> => {
    const pids = used.map(({ pid }) => pid);
    const before = await readBoth(pids, postgresPid);
    const answered = await sendSteadily(subject, used, account, turnSeconds);
    const after = await readBoth(pids, postgresPid);
    return {
      own: (after.own - before.own) / answered,
      postgres: (after.postgres - before.postgres) / answered,
    };
  };

  for (const subject of subjects)
    for (const site of sites) await sendSteadily(subject, [site], account, warmSeconds);
  const figures: Figure[] = [];
  for (const subject of subjects) {
    const pairs: { one: Cost; three: Cost }[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const single = sites.slice(turn % processes, (turn % processes) + 1);
      const isFirst = turn % 2 === 0;
      const before = await measure(subject, isFirst ? single : sites);
      const after = await measure(subject, isFirst ? sites : single);
      const pair = isFirst ? { one: before, three: after } : { one: after, three: before };
      pairs.push(pair);
      const shown = [pair.one, pair.three].map(
        ({ own, postgres }) => `${own.toFixed(3)} + ${postgres.toFixed(3)}`,
      );
      bench.log(`${subject.name}: one process ${shown[0]} ms, three ${shown[1]} ms`);
    }
    figures.push(...toFigures(subject, pairs));
  }
  return [
    ...figures,
    noLimit('another process: CPU of one that is idle, a second', await measureIdle(first), 'ms CPU'),
  ];
}

function toFigures({ name }: Subject, pairs: { one: Cost; three: Cost }[]): Figure[] {
  const figure = (read: (pair: { one: Cost; three: Cost }) => number) => median(pairs.map(read));
  const label = `another process: ${name}`;
  return [
    atMost(
      `${label}, three ÷ one`,
      figure(({ one, three }) => three.own / one.own),
      1.05,
      'ratio',
    ),
    noLimit(
      `${label}, one`,
      figure(({ one }) => one.own),
      'ms CPU',
    ),
    noLimit(
      `${label}, Postgres with one`,
      figure(({ one }) => one.postgres),
      'ms CPU',
    ),
    noLimit(
      `${label}, Postgres with three`,
      figure(({ three }) => three.postgres),
      'ms CPU',
    ),
  ];
}

/** Requests at a fixed rate, spread over the processes in turn. Returns how many were answered. */
async function sendSteadily(
  { path, perSecond }: Subject,
  sites: readonly SiteProcess[],
  { accessToken }: Account,
  seconds: number,
): Promise<number> {
  const token = { apikey: accessToken, authorization: `Bearer ${accessToken}` };
  const periodMs = (1000 * clients) / perSecond;
  const began = performance.now();
  let answered = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      const connections: HttpClient[] = sites.map(({ port }) => createHttpClient(port));
      let due = began + (number * periodMs) / clients;
      for (let turn = number; due < began + seconds * 1000; turn += 1) {
        await wait(Math.max(0, due - performance.now()));
        const client = connections[turn % connections.length];
        const address = path();
        const headers = { accept: '*/*', 'accept-encoding': 'br', ...(address.includes('/v1/') && token) };
        const answer = await client?.send({ method: 'GET', path: address, headers });
        if (answer?.status !== 200) throw new Error(`${address} answered ${answer?.status}: ${answer?.body}`);
        answered += 1;
        due += periodMs;
      }
      for (const connection of connections) connection.close();
    }),
  );
  return answered;
}

/** Milliseconds of CPU time so far. */
async function readBoth(pids: readonly number[], postgresPid: number): Promise<Cost> {
  const own = await Promise.all(pids.map(readOwnCpuNanoseconds));
  const { cpuSeconds } = await readUsage(postgresPid);
  return { own: own.reduce((total, one) => total + one, 0) / 1e6, postgres: cpuSeconds * 1000 };
}

async function measureIdle({ pid }: SiteProcess): Promise<number> {
  await wait(2000);
  const before = await readOwnCpuNanoseconds(pid);
  await wait(idleSeconds * 1000);
  return ((await readOwnCpuNanoseconds(pid)) - before) / 1e6 / idleSeconds;
}
