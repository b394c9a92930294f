/**
 * How long the thread that serves pages is kept from its requests while 16 clients sign in. Seen from inside: the longest time by the
 * clock in which it did not come back to its requests, less the time in which it was ready and waited for a core, as the kernel
 * counts it; that is the limit, and other programs hardly change it. Beside it the whole of it by the clock, and what of it was
 * computing. Seen from outside: what /healthz takes meanwhile. All of it once more when nobody signs in.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Account, signIn, signUp, startAuthSite } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { type Clients, createClients } from './clients.ts';
import { atMost, beside, type Figure } from './figure.ts';
import type { HttpClient } from './http-client.ts';
import type { Longest } from './loop-watch.ts';
import { percentile } from './statistics.ts';

const clientsAtOnce = 16;
const seconds = 10;
const warmSeconds = 4;
const askEveryMs = 5;

export async function measureBlocking(bench: Bench): Promise<Figure[]> {
  const file = join(await bench.createFolder('loop'), 'longest.json');
  const watch = pathToFileURL(join(import.meta.dirname, 'loop-watch.ts')).href;
  const environment = { BENCH_LOOP_FILE: file };
  const site = await startAuthSite(bench, { entry: ['--import', watch, 'main.ts'], environment });
  const names = Array.from({ length: clientsAtOnce }, (_, number) => `reader-${number}@example.com`);
  const accounts = await Promise.all(names.map((name) => signUp(site.client, name)));
  const clients = createClients(site.port, accounts);
  bench.afterwards(async () => clients.close());
  await clients.run(clientsAtOnce, warmSeconds, signIn);

  const readLongest = () => askForLongest(site.pid, file);
  const quiet = await look(site.client, readLongest, () => wait(seconds * 1000));
  const busy = await look(site.client, readLongest, () => signInAll(bench, clients));
  await site.stop();
  return [
    atMost('auth: longest block while 16 sign in', busy.longest.kept, 20, 'ms'),
    beside('auth: longest block without', quiet.longest.kept, 'ms'),
    beside('auth: with the wait for a core, while 16 sign in', busy.longest.clock, 'ms'),
    beside('auth: with the wait for a core, without', quiet.longest.clock, 'ms'),
    beside('auth: computing alone, while 16 sign in', busy.longest.cpu, 'ms CPU'),
    beside('auth: computing alone, without', quiet.longest.cpu, 'ms CPU'),
    beside('auth: /healthz while 16 sign in, 99th percentile', percentile(busy.answers, 99), 'ms'),
    beside('auth: /healthz without, 99th percentile', percentile(quiet.answers, 99), 'ms'),
  ];
}

async function signInAll(bench: Bench, clients: Clients<Account>): Promise<void> {
  const answered = await clients.run(clientsAtOnce, seconds, signIn);
  bench.say(`${answered} sign-ins in ${seconds} s`);
}

/** Asks /healthz again and again while something else goes on. */
async function look(client: HttpClient, readLongest: () => Promise<Longest>, during: () => Promise<unknown>) {
  const answers: number[] = [];
  let isOver = false;
  await readLongest();
  const ask = async () => {
    while (!isOver) {
      const asked = performance.now();
      await client.get('/healthz');
      answers.push(performance.now() - asked);
      await wait(askEveryMs);
    }
  };
  const asking = ask();
  await during().finally(() => {
    isOver = true;
  });
  await asking;
  return { answers, longest: await readLongest() };
}

async function askForLongest(pid: number, file: string): Promise<Longest> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 500; tries++) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return JSON.parse(text) as Longest;
    await wait(10);
  }
  throw new Error('The watched process did not tell how long it was kept from its requests.');
}
