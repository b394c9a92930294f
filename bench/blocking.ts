/**
 * How long the event loop of the site is blocked while 16 clients sign in. From inside: the longest time by the
 * clock between two turns of the event loop, less the time in which the thread was ready and waited for a core, as the kernel
 * counts it; that has the limit, and other programs hardly change it. Beside it the whole time by the clock, and the computing
 * part. From outside: the response time of /healthz meanwhile. The same again without sign-ins.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Account, signIn, signUp, startAuthSite } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { type Clients, createClients } from './clients.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import type { HttpClient } from './http-client.ts';
import type { Longest } from './loop-watch.ts';
import { percentile } from './statistics.ts';

const clientsAtOnce = 16;
const seconds = 10;
const warmSeconds = 4;
const pollIntervalMs = 5;

export async function measureBlocking(bench: Bench): Promise<Figure[]> {
  const file = join(await bench.createFolder('loop'), 'longest.json');
  const watch = pathToFileURL(join(import.meta.dirname, 'loop-watch.ts')).href;
  const environment = { BENCH_LOOP_FILE: file };
  const site = await startAuthSite(bench, { entry: ['--import', watch, 'main.ts'], environment });
  const names = Array.from({ length: clientsAtOnce }, (_, number) => `reader-${number}@example.com`);
  const accounts = await Promise.all(names.map((name) => signUp(site.client, name)));
  const clients = createClients(site.port, accounts);
  bench.onClose(async () => clients.close());
  await clients.run(clientsAtOnce, warmSeconds, signIn);

  const readLongest = () => readLongestBlock(site.pid, file);
  const quiet = await observe(site.client, readLongest, () => wait(seconds * 1000));
  const busy = await observe(site.client, readLongest, () => signInAll(bench, clients));
  await site.stop();
  return [
    atMost('auth: longest block while 16 sign in', busy.longest.blocked, 20, 'ms'),
    noLimit('auth: longest block without', quiet.longest.blocked, 'ms'),
    noLimit('auth: with the wait for a core, while 16 sign in', busy.longest.clock, 'ms'),
    noLimit('auth: with the wait for a core, without', quiet.longest.clock, 'ms'),
    noLimit('auth: computing alone, while 16 sign in', busy.longest.cpu, 'ms CPU'),
    noLimit('auth: computing alone, without', quiet.longest.cpu, 'ms CPU'),
    noLimit('auth: /healthz while 16 sign in, 99th percentile', percentile(busy.answers, 99), 'ms'),
    noLimit('auth: /healthz without, 99th percentile', percentile(quiet.answers, 99), 'ms'),
  ];
}

async function signInAll(bench: Bench, clients: Clients<Account>): Promise<void> {
  const answered = await clients.run(clientsAtOnce, seconds, signIn);
  bench.log(`${answered} sign-ins in ${seconds} s`);
}

/** Polls /healthz while something else runs. */
async function observe(
  client: HttpClient,
  readLongest: () => Promise<Longest>,
  during: () => Promise<unknown>,
) {
  const answers: number[] = [];
  let isOver = false;
  await readLongest();
  const poll = async () => {
    while (!isOver) {
      const sentAt = performance.now();
      await client.get('/healthz');
      answers.push(performance.now() - sentAt);
      await wait(pollIntervalMs);
    }
  };
  const polling = poll();
  await during().finally(() => {
    isOver = true;
  });
  await polling;
  return { answers, longest: await readLongest() };
}

async function readLongestBlock(pid: number, file: string): Promise<Longest> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 500; tries++) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return JSON.parse(text) as Longest;
    await wait(10);
  }
  throw new Error('The watched process did not report how long its event loop was blocked.');
}
