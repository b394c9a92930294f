/**
 * What another process costs: CPU time of our processes for a cached page, a select through `/rest/v1` and `GET /auth/v1/user`, with
 * Postgres beside it. One process takes a number of requests a second; then each of three takes as many; then three share the requests of
 * one. The rounds take turns, each of the three processes is the one of some turns, and a figure is the median of the ratios of the turns.
 * Three that share the work of one wake up more often, each with colder caches: bare node:http servers in the same turns show how much
 * of that is the machine's. In the end the CPU time of a process that has nothing to do.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { signUp } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { millisecondsBetween, readThreadTimes, readUsage } from './process-usage.ts';
import { type Server, startBareServer } from './requests.ts';
import { openRestDatabase } from './rest-site.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import { median } from './statistics.ts';

interface Target {
  pid: number;
  client: HttpClient;
}

interface Subject {
  name: string;
  path: () => string;
  headers: Record<string, string>;
  /** Of one process. */
  perSecond: number;
  targets: Target[];
  /** Without it there is no limit. */
  isOurs: boolean;
}

/** Milliseconds of CPU time a request. */
interface Cost {
  own: number;
  postgres: number;
}

interface Turn {
  one: Cost;
  /** Three, each with as many requests as the one. */
  each: Cost;
  /** Three that share the requests of the one. */
  shared: Cost;
}

const processes = 3;
const connections = 16;
const turns = 7;
const turnSeconds = 3;
/** For each process and subject, until the runtime has compiled the hot code. */
const warmSeconds = 4;
const idleSeconds = 5;
const page = '/posts/guide/writing';

/** What all processes must have in common. */
const settings = {
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
    sites.push(await startSite(bench, { environment: { ...environment, ...settings } }));
  const [first] = sites;
  if (!first) throw new Error('No process was started.');
  const bare: Server[] = [];
  for (let number = 0; number < processes; number += 1)
    bare.push(await startBareServer(bench, await first.client.get(page, 'br')));
  const { accessToken } = await signUp(first.client, 'reader@example.com');
  const subjects = listSubjects(toTargets(bench, sites), toTargets(bench, bare), accessToken);

  for (const subject of subjects)
    for (const target of subject.targets) await sendSteadily(subject, [target], 1, warmSeconds);
  const figures: Figure[] = [];
  for (const subject of subjects) {
    const measured: Turn[] = [];
    for (let turn = 0; turn < turns; turn += 1) measured.push(await measureTurn(subject, turn, postgresPid));
    for (const turn of measured) bench.log(`${subject.name}: ${describeTurn(turn)}`);
    figures.push(...toFigures(subject, measured));
  }
  const idle = await measureIdle(first);
  return [...figures, noLimit('another process: one that is idle, a second', idle, 'ms CPU')];
}

function toTargets(bench: Bench, servers: readonly Server[]): Target[] {
  return servers.map(({ pid, port }) => {
    const client = createHttpClient(port, connections);
    bench.onClose(async () => client.close());
    return { pid, client };
  });
}

function listSubjects(sites: Target[], bare: Target[], token: string): Subject[] {
  const anonymous = { accept: '*/*', 'accept-encoding': 'br' };
  const signedIn = { ...anonymous, apikey: token, authorization: `Bearer ${token}` };
  const anyRow = () => `/rest/v1/posts?select=*&id=eq.${1 + Math.floor(Math.random() * 10_000)}`;
  const pages = { path: () => page, headers: anonymous, perSecond: 600 };
  const calls = { headers: signedIn, perSecond: 200, targets: sites, isOurs: true };
  return [
    { name: 'page', ...pages, targets: sites, isOurs: true },
    { name: 'page of bare node:http', ...pages, targets: bare, isOurs: false },
    { name: 'select by key', path: anyRow, ...calls },
    { name: 'GET /user', path: () => '/auth/v1/user', ...calls },
  ];
}

/** The three rounds of a turn, each turn in another order. */
async function measureTurn(subject: Subject, number: number, postgresPid: number): Promise<Turn> {
  const single = subject.targets.slice(number % processes, (number % processes) + 1);
  const rounds: [keyof Turn, Target[], number][] = [
    ['one', single, 1],
    ['each', subject.targets, processes],
    ['shared', subject.targets, 1],
  ];
  const nothing = { own: 0, postgres: 0 };
  const turn: Turn = { one: nothing, each: nothing, shared: nothing };
  for (let index = 0; index < rounds.length; index += 1) {
    const [name, targets, times] = rounds[(index + number) % rounds.length] ?? rounds[0] ?? [];
    if (!name || !targets || !times) continue;
    turn[name] = await measureRound(subject, targets, times, postgresPid);
  }
  return turn;
}

async function measureRound(
  subject: Subject,
  targets: readonly Target[],
  times: number,
  postgresPid: number,
): Promise<Cost> {
  const before = await Promise.all(targets.map(({ pid }) => readThreadTimes(pid)));
  const postgres = await readUsage(postgresPid);
  const answered = await sendSteadily(subject, targets, times, turnSeconds);
  const after = await Promise.all(targets.map(({ pid }) => readThreadTimes(pid)));
  const spent = after.map((one, index) => millisecondsBetween(before[index] ?? one, one));
  const ofPostgres = (await readUsage(postgresPid)).cpuSeconds - postgres.cpuSeconds;
  return {
    own: spent.reduce((total, one) => total + one, 0) / answered,
    postgres: (ofPostgres * 1000) / answered,
  };
}

/** Requests at a fixed rate, `times` that of one process, to the targets in turn. Returns how many were answered. */
async function sendSteadily(
  { path, headers, perSecond }: Subject,
  targets: readonly Target[],
  times: number,
  seconds: number,
): Promise<number> {
  const senders = connections * times;
  const periodMs = (1000 * connections) / perSecond;
  const began = performance.now();
  let answered = 0;
  await Promise.all(
    Array.from({ length: senders }, async (_, number) => {
      let due = began + (number * periodMs) / senders;
      for (let turn = number; due < began + seconds * 1000; turn += 1) {
        await wait(Math.max(0, due - performance.now()));
        const address = path();
        const answer = await targets[turn % targets.length]?.client.send({
          method: 'GET',
          path: address,
          headers,
        });
        if (answer?.status !== 200) throw new Error(`${address} answered ${answer?.status}: ${answer?.body}`);
        answered += 1;
        due += periodMs;
      }
    }),
  );
  return answered;
}

function describeTurn(turn: Turn): string {
  const show = ({ own, postgres }: Cost) => `${own.toFixed(3)} + ${postgres.toFixed(3)} ms`;
  return `one ${show(turn.one)}, three with as much each ${show(turn.each)}, three that share it ${show(turn.shared)}`;
}

function toFigures({ name, isOurs }: Subject, measured: readonly Turn[]): Figure[] {
  const figure = (read: (turn: Turn) => number) => median(measured.map(read));
  const label = `another process: ${name}`;
  const each = figure((turn) => turn.each.own / turn.one.own);
  const shared = figure((turn) => turn.shared.own / turn.one.own);
  return [
    isOurs
      ? atMost(`${label}, three ÷ one`, each, 1.05, 'ratio')
      : noLimit(`${label}, three ÷ one`, each, 'ratio'),
    noLimit(`${label}, shared by three ÷ one`, shared, 'ratio'),
    noLimit(
      `${label}, one`,
      figure(({ one }) => one.own),
      'ms CPU',
    ),
    ...(isOurs && name !== 'page'
      ? [
          noLimit(
            `${label}, Postgres with one`,
            figure(({ one }) => one.postgres),
            'ms CPU',
          ),
          noLimit(
            `${label}, Postgres with three`,
            figure((turn) => turn.each.postgres),
            'ms CPU',
          ),
        ]
      : []),
  ];
}

async function measureIdle({ pid }: SiteProcess): Promise<number> {
  await wait(2000);
  const before = await readThreadTimes(pid);
  await wait(idleSeconds * 1000);
  return millisecondsBetween(before, await readThreadTimes(pid)) / idleSeconds;
}
