/**
 * CPU time of our own process for one sign-in with a password, over HTTP with eight clients at once, above that of the bare hash
 * in a process of its own. The two take turns, with as many hashes at once as the backend lets run. The figure is the median of
 * the differences; beside it what the thread that serves pages used, which the hash does not run on.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { signIn, signUp, startAuthSite } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { createClients } from './clients.ts';
import { atMost, beside, type Figure } from './figure.ts';
import { readOwnCpuSeconds, readThreadCpuSeconds, readUsage } from './process-usage.ts';
import { median } from './statistics.ts';

const clientsAtOnce = 8;
const turns = 7;
const turnSeconds = 2.5;

export async function measureSignIn(bench: Bench): Promise<Figure[]> {
  const site = await startAuthSite(bench);
  const names = Array.from({ length: clientsAtOnce }, (_, number) => `reader-${number}@example.com`);
  const accounts = await Promise.all(names.map((name) => signUp(site.client, name)));
  const clients = createClients(site.port, accounts);
  bench.afterwards(async () => clients.close());
  const bareHash = await startBareHash(bench);
  await clients.run(clientsAtOnce, turnSeconds, signIn);

  const costs: { above: number; hash: number; thread: number; postgres: number }[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const hash = await bareHash();
    const before = await read(site.pid);
    const answered = await clients.run(clientsAtOnce, turnSeconds, signIn);
    const after = await read(site.pid);
    const each = (part: keyof typeof before) => ((after[part] - before[part]) * 1000) / answered;
    const cost = { above: each('own') - hash, hash, thread: each('thread'), postgres: each('postgres') };
    costs.push(cost);
    bench.say(
      `${(hash + cost.above).toFixed(2)} ms, bare hash ${hash.toFixed(2)} ms, page thread ${cost.thread.toFixed(2)} ms`,
    );
  }
  await site.stop();
  const figure = (part: 'above' | 'hash' | 'thread' | 'postgres') => median(costs.map((cost) => cost[part]));
  return [
    atMost('auth: sign-in above the bare hash', figure('above'), 3, 'ms CPU'),
    beside('auth: bare hash', figure('hash'), 'ms CPU'),
    beside('auth: sign-in, on the thread of the pages', figure('thread'), 'ms CPU'),
    beside('auth: sign-in, Postgres', figure('postgres'), 'ms CPU'),
  ];
}

async function read(pid: number): Promise<{ own: number; thread: number; postgres: number }> {
  const [own, thread, { cpuSeconds }] = await Promise.all([
    readOwnCpuSeconds(pid),
    readThreadCpuSeconds(pid),
    readUsage(pid),
  ]);
  return { own, thread, postgres: cpuSeconds - own };
}

async function startBareHash(bench: Bench): Promise<() => Promise<number>> {
  const child = fork(join(import.meta.dirname, 'bare-hash.ts'));
  const ended = once(child, 'close');
  bench.afterwards(async () => {
    child.kill();
    await ended;
  });
  const answer = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended.then(() => ['ended'])]);
    if (message === 'ended') throw new Error('The process that hashes ended; its message is above.');
    return Number(message);
  };
  await answer();
  return () => {
    child.send({ seconds: turnSeconds, atOnce: Math.min(availableParallelism(), 3) });
    return answer();
  };
}
