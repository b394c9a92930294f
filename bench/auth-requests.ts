/**
 * CPU time of our own process for one `GET /auth/v1/user` and one refresh of a session, over HTTP on kept connections as the
 * official client sends them, with eight clients at once and with one after another; the CPU time of Postgres beside it. The
 * requests take short turns, and a figure is the median of its turns.
 */
import { type Account, readUser, refresh, signUp, startAuthSite } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { createClients } from './clients.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import type { HttpClient } from './http-client.ts';
import { readOwnCpuSeconds, readUsage } from './process-usage.ts';
import { median } from './statistics.ts';

interface Cost {
  /** Milliseconds of CPU time a request. */
  own: number;
  postgres: number;
}

interface Subject {
  name: string;
  step: (client: HttpClient, account: Account) => Promise<void>;
  atOnce: number;
  limit?: number;
  costs: Cost[];
}

const clientsAtOnce = 8;
const turns = 9;
const turnSeconds = 1.5;
/** Until the runtime has compiled the hot code. */
const warmSeconds = 8;

export async function measureAuthRequests(bench: Bench): Promise<Figure[]> {
  const site = await startAuthSite(bench);
  const names = Array.from({ length: clientsAtOnce }, (_, number) => `reader-${number}@example.com`);
  const accounts = await Promise.all(names.map((name) => signUp(site.client, name)));
  const clients = createClients(site.port, accounts);
  bench.onClose(async () => clients.close());

  const subjects: Subject[] = [
    { name: 'GET /user, 8 at once', step: readUser, atOnce: clientsAtOnce, limit: 0.5, costs: [] },
    { name: 'refresh, 8 at once', step: refresh, atOnce: clientsAtOnce, limit: 0.8, costs: [] },
    { name: 'GET /user, one after another', step: readUser, atOnce: 1, costs: [] },
    { name: 'refresh, one after another', step: refresh, atOnce: 1, costs: [] },
  ];
  for (const { step } of subjects.slice(0, 2)) await clients.run(clientsAtOnce, warmSeconds, step);
  for (let turn = 0; turn < turns; turn++) {
    for (const subject of subjects) {
      const cost = await measure(site.pid, () => clients.run(subject.atOnce, turnSeconds, subject.step));
      subject.costs.push(cost);
      bench.log(`${subject.name}: ${cost.own.toFixed(3)} ms, Postgres ${cost.postgres.toFixed(3)} ms`);
    }
  }
  await site.stop();
  return subjects.flatMap(({ name, limit, costs }) => {
    const own = median(costs.map((cost) => cost.own));
    return [
      limit === undefined
        ? noLimit(`auth: ${name}`, own, 'ms CPU')
        : atMost(`auth: ${name}`, own, limit, 'ms CPU'),
      noLimit(`auth: ${name}, Postgres`, median(costs.map((cost) => cost.postgres)), 'ms CPU'),
    ];
  });
}

/** CPU time of a process and of its children for each request that was answered meanwhile. */
async function measure(pid: number, run: () => Promise<number>): Promise<Cost> {
  const before = await readBoth(pid);
  const answered = await run();
  const after = await readBoth(pid);
  const own = after.own - before.own;
  return { own: (own * 1000) / answered, postgres: ((after.all - before.all - own) * 1000) / answered };
}

async function readBoth(pid: number): Promise<{ own: number; all: number }> {
  const [own, usage] = await Promise.all([readOwnCpuSeconds(pid), readUsage(pid)]);
  return { own, all: usage.cpuSeconds };
}
