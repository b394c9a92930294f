/**
 * CPU time of our own process for one sign-in with a password, over HTTP with eight clients at once, above that of the bare hash in
 * a process of its own, eight at once as well. The two take turns, and a turn of sign-ins is compared with the hashes before and after
 * it. The figure is the median of the differences. Beside it what the thread that serves pages used, which the hash does not run
 * on, and what the threads used that it does run on: a hash costs more while other work shares the core.
 */
import { signIn, signUp, startAuthSite } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { receiveMessage, sendAndReceive, startChild } from './child-process.ts';
import { createClients } from './clients.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import { readOwnCpuSeconds, readPoolCpuSeconds, readThreadCpuSeconds, readUsage } from './process-usage.ts';
import { median } from './statistics.ts';

const clientsAtOnce = 8;
const turns = 7;
const turnSeconds = 2.5;

export async function measureSignIn(bench: Bench): Promise<Figure[]> {
  const site = await startAuthSite(bench);
  const names = Array.from({ length: clientsAtOnce }, (_, number) => `reader-${number}@example.com`);
  const accounts = await Promise.all(names.map((name) => signUp(site.client, name)));
  const clients = createClients(site.port, accounts);
  bench.onClose(async () => clients.close());
  const bareHash = await startBareHash(bench);
  await clients.run(clientsAtOnce, turnSeconds, signIn);

  const costs: Cost[] = [];
  let hashBefore = await bareHash();
  for (let turn = 0; turn < turns; turn++) {
    const before = await read(site.pid);
    const answered = await clients.run(clientsAtOnce, turnSeconds, signIn);
    const after = await read(site.pid);
    const hashAfter = await bareHash();
    const each = (part: keyof Used) => ((after[part] - before[part]) * 1000) / answered;
    const used = {
      own: each('own'),
      pages: each('pages'),
      hashing: each('hashing'),
      postgres: each('postgres'),
    };
    const hash = (hashBefore + hashAfter) / 2;
    costs.push({ ...used, hash, above: used.own - hash });
    hashBefore = hashAfter;
    const [own, bare, hashing, pages] = [used.own, hash, used.hashing, used.pages].map((ms) => ms.toFixed(2));
    bench.log(
      `${own} ms, bare hash ${bare} ms; threads that hash ${hashing} ms, thread of the pages ${pages} ms`,
    );
  }
  await site.stop();
  const figure = (part: keyof Cost) => median(costs.map((cost) => cost[part]));
  return [
    atMost('auth: sign-in above the bare hash', figure('above'), 3, 'ms CPU'),
    noLimit('auth: bare hash', figure('hash'), 'ms CPU'),
    noLimit('auth: sign-in, on the threads that hash', figure('hashing'), 'ms CPU'),
    noLimit('auth: sign-in, on the thread of the pages', figure('pages'), 'ms CPU'),
    noLimit('auth: sign-in, Postgres', figure('postgres'), 'ms CPU'),
  ];
}

/** Seconds of CPU time so far; then milliseconds a sign-in. */
interface Used {
  /** Our whole process. */
  own: number;
  pages: number;
  hashing: number;
  postgres: number;
}

interface Cost extends Used {
  hash: number;
  above: number;
}

async function read(pid: number): Promise<Used> {
  const [own, pages, hashing, { cpuSeconds }] = await Promise.all([
    readOwnCpuSeconds(pid),
    readThreadCpuSeconds(pid),
    readPoolCpuSeconds(pid),
    readUsage(pid),
  ]);
  return { own, pages, hashing, postgres: cpuSeconds - own };
}

async function startBareHash(bench: Bench): Promise<() => Promise<number>> {
  const child = startChild(bench, 'bare-hash.ts');
  // It sends a message when it is ready.
  await receiveMessage(child);
  return () => sendAndReceive(child, { seconds: turnSeconds, atOnce: clientsAtOnce });
}
