/**
 * CPU time of `POST /otp` and `POST /recover` for an account that exists and of `POST /signup` for a new one, eight clients at once, of our
 * process and of Postgres, until the last mail has reached an SMTP server beside it. Where BENCH_AUTH_REFERENCE names the program of
 * Supabase's auth server, it does the same in the same turns, and the figure is the median of the ratios of both sums. Then the memory
 * of our process by kind, at the start and after the load.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  type AuthServer,
  type Costs,
  formatCosts,
  measureCost,
  signAdminToken,
  startAuthServers,
} from './auth-servers.ts';
import { password, post } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { receiveMessage, sendAndReceive, startChild } from './child-process.ts';
import { type Clients, createClients } from './clients.ts';
import { type Figure, noLimit } from './figure.ts';
import { createHttpClient } from './http-client.ts';
import type { MemoryKinds } from './memory-watch.ts';
import { readResidentBytes } from './process-usage.ts';

const clientsAtOnce = 8;
const turns = 7;
const turnSeconds = 2;
const warmSeconds = 15;

let newcomers = 0;
// As the official client sends them.
const meta = { gotrue_meta_security: {} };
const routes = {
  '/otp': ({ email }: { email: string }) => ({ email, data: {}, create_user: true, ...meta }),
  '/recover': ({ email }: { email: string }) => ({ email, ...meta }),
  '/signup': () => ({ email: `newcomer-${++newcomers}@example.com`, password, data: {}, ...meta }),
} as const;
type Route = keyof typeof routes;
const names = Object.keys(routes) as Route[];

export async function measureAuthMails(bench: Bench): Promise<Figure[]> {
  const sink = startChild(bench, 'mail-sink.ts');
  const mailPort = await receiveMessage<number>(sink);
  const memoryFile = join(await bench.createFolder('memory'), 'kinds.json');
  const watch = pathToFileURL(join(import.meta.dirname, 'memory-watch.ts')).href;
  const servers = await startAuthServers(bench, {
    mailPort,
    entry: ['--import', watch, 'porchlight.js', 'start'],
    environment: { BENCH_MEMORY_FILE: memoryFile },
  });
  const tested = await Promise.all(
    servers.map(async (server) => ({ server, clients: await createAccounts(bench, server) })),
  );
  const [ours, reference] = servers;

  const countMails = () => sendAndReceive<object, number>(sink, {});
  const run = ({ server, clients }: Tested, route: Route, seconds: number) =>
    measureCost(server, async () => {
      const mailsBefore = await countMails();
      const answered = await clients.run(clientsAtOnce, seconds, async (client, account) => {
        await post(client, `${server.base}${route}`, routes[route](account));
      });
      while ((await countMails()) < mailsBefore + answered) await wait(10);
      // Includes what the server writes about the last mails.
      await wait(50);
      return answered;
    });
  const memoryBefore = await readMemory(ours?.pid ?? 0, memoryFile);
  for (const one of tested) for (const route of names) await run(one, route, warmSeconds);

  const costs: Record<Route, Costs> = { '/otp': {}, '/recover': {}, '/signup': {} };
  for (let turn = 0; turn < turns; turn++) {
    for (const route of names) {
      for (const one of tested) {
        const { name } = one.server;
        const cost = await run(one, route, turnSeconds);
        costs[route][name] = [...(costs[route][name] ?? []), cost];
        bench.log(`${route}, ${name}: ${cost.own.toFixed(2)} + Postgres ${cost.postgres.toFixed(2)} ms`);
      }
    }
  }
  const memoryAfter = await readMemory(ours?.pid ?? 0, memoryFile);
  const referenceBytes = reference === undefined ? undefined : await readResidentBytes(reference.pid);

  return [
    ...names.flatMap((route) => formatCosts(route, costs[route])),
    ...formatMemory(memoryBefore, memoryAfter),
    ...(referenceBytes === undefined
      ? []
      : [noLimit('auth: memory of the reference after the load', referenceBytes / 1e6, 'MB')]),
  ];
}

interface Tested {
  server: AuthServer;
  clients: Clients<{ email: string }>;
}

/** Confirmed accounts, one for each client. */
async function createAccounts(bench: Bench, { port, base }: AuthServer): Promise<Tested['clients']> {
  const emails = Array.from({ length: clientsAtOnce }, (_, number) => `reader-${number}@example.com`);
  const token = signAdminToken();
  const admin = createHttpClient(port);
  for (const email of emails)
    await post(admin, `${base}/admin/users`, { email, password, email_confirm: true }, token);
  admin.close();
  const clients = createClients(
    port,
    emails.map((email) => ({ email })),
  );
  bench.onClose(async () => clients.close());
  return clients;
}

async function readMemory(pid: number, file: string): Promise<MemoryKinds> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 500; tries++) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return JSON.parse(text) as MemoryKinds;
    await wait(10);
  }
  throw new Error('The site did not report its memory.');
}

function formatMemory(before: MemoryKinds, after: MemoryKinds): Figure[] {
  const labels: Record<keyof MemoryKinds, string> = {
    resident: 'in all',
    youngSpace: "V8's young generation",
    oldSpace: "V8's old generation",
    otherSpaces: "code and the rest of V8's heap",
    external: 'buffers outside the heap',
    program: 'Node itself and its libraries',
    rest: 'everything else',
    heapUsed: 'in use of the heap',
  };
  return (Object.keys(labels) as (keyof MemoryKinds)[]).flatMap((kind) => [
    noLimit(`auth: memory, ${labels[kind]}, at the start`, before[kind] / 1e6, 'MB'),
    noLimit(`auth: memory, ${labels[kind]}, after the load`, after[kind] / 1e6, 'MB'),
  ]);
}
