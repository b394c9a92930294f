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
import { createKeyRing } from '../backend/identity/key-ring.ts';
import { startAuthReference } from './auth-reference.ts';
import { password, post, startAuthSite } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { ask, hear, startChild } from './child-process.ts';
import { type Clients, createClients } from './clients.ts';
import { atMost, beside, type Figure } from './figure.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import type { MemoryKinds } from './memory-watch.ts';
import { readOwnCpuSeconds, readResidentBytes, readUsage } from './process-usage.ts';
import { median } from './statistics.ts';

const clientsAtOnce = 8;
const turns = 7;
const turnSeconds = 2;
const warmSeconds = 5;
const jwtSecret = 'a secret that both servers are given for this measurement';

/** The limits and the pause between two mails do their work as ever and are only never reached. */
const config = (mailPort: number) => `
[auth]
enable_signup = true

[auth.rate_limit]
sign_in_sign_ups = 100000000
email_sent = 100000000

[auth.email]
enable_signup = true
enable_confirmations = true
max_frequency = "1ms"

[auth.email.smtp]
enabled = true
host = "127.0.0.1"
port = ${mailPort}
user = ""
pass = ""
admin_email = "site@example.com"
sender_name = "The site"
`;

/** Milliseconds of CPU time; of a request, or so far. */
interface Cost {
  own: number;
  postgres: number;
}

interface Server {
  name: string;
  base: string;
  clients: Clients<{ email: string }>;
  read(): Promise<Cost>;
}

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
  const mailPort = await hear<number>(sink);
  const program = process.env.BENCH_AUTH_REFERENCE;
  if (!program) bench.say('without a reference: BENCH_AUTH_REFERENCE names no program of the auth server');

  const memoryFile = join(await bench.createFolder('memory'), 'kinds.json');
  const watch = pathToFileURL(join(import.meta.dirname, 'memory-watch.ts')).href;
  const site = await startAuthSite(
    bench,
    {
      entry: ['--v8-pool-size=1', '--import', './server/compile-cache.js', '--import', watch, 'main.ts'],
      environment: { JWT_SECRET: jwtSecret, BENCH_MEMORY_FILE: memoryFile },
    },
    config(mailPort),
  );
  const ours: Server = {
    name: 'ours',
    base: '/auth/v1',
    clients: await createAccounts(bench, site.port, '/auth/v1'),
    async read() {
      const [own, all] = await Promise.all([readOwnCpuSeconds(site.pid), readUsage(site.pid)]);
      return { own: own * 1000, postgres: (all.cpuSeconds - own) * 1000 };
    },
  };
  const reference = program ? await startAuthReference(bench, program, { mailPort, jwtSecret }) : undefined;
  const servers = [ours];
  if (reference !== undefined) {
    const { port, pid, postgresPid } = reference;
    servers.push({
      name: 'reference',
      base: '',
      clients: await createAccounts(bench, port, ''),
      async read() {
        const [own, postgres] = await Promise.all([readOwnCpuSeconds(pid), readUsage(postgresPid)]);
        return { own: own * 1000, postgres: postgres.cpuSeconds * 1000 };
      },
    });
  }

  const countMails = () => ask<object, number>(sink, {});
  const run = (server: Server, route: Route, seconds: number) => measure(server, route, seconds, countMails);
  const memoryBefore = await readMemory(site.pid, memoryFile);
  for (const server of servers) for (const route of names) await run(server, route, warmSeconds);

  const costs = new Map<string, Cost[]>();
  const costsOf = (server: Server, route: Route) => costs.get(`${server.name} ${route}`) ?? [];
  for (let turn = 0; turn < turns; turn++) {
    for (const route of names) {
      for (const server of servers) {
        const cost = await run(server, route, turnSeconds);
        costs.set(`${server.name} ${route}`, [...costsOf(server, route), cost]);
        bench.say(
          `${route}, ${server.name}: ${cost.own.toFixed(2)} + Postgres ${cost.postgres.toFixed(2)} ms`,
        );
      }
    }
  }
  const memoryAfter = await readMemory(site.pid, memoryFile);
  const referenceBytes = reference === undefined ? undefined : await readResidentBytes(reference.pid);
  await site.stop();

  return [
    ...names.flatMap((route) => [
      ...compare(`auth: ${route}`, costsOf(ours, route), servers[1] && costsOf(servers[1], route)),
      ...servers.flatMap((server) => [
        beside(
          `auth: ${route}, ${server.name}`,
          median(costsOf(server, route).map(({ own }) => own)),
          'ms CPU',
        ),
        beside(
          `auth: ${route}, Postgres of ${server.name}`,
          median(costsOf(server, route).map(({ postgres }) => postgres)),
          'ms CPU',
        ),
      ]),
    ]),
    ...tellMemory(memoryBefore, memoryAfter),
    ...(referenceBytes === undefined
      ? []
      : [beside('auth: memory of the reference after the load', referenceBytes / 1e6, 'MB')]),
  ];
}

/** Confirmed accounts, one for each client. */
async function createAccounts(bench: Bench, port: number, base: string): Promise<Server['clients']> {
  const emails = Array.from({ length: clientsAtOnce }, (_, number) => `reader-${number}@example.com`);
  const now = Math.floor(Date.now() / 1000);
  const token = createKeyRing({ jwtSecret }).sign({ role: 'service_role', iat: now, exp: now + 3600 });
  const admin = createHttpClient(port);
  for (const email of emails)
    await post(admin, `${base}/admin/users`, { email, password, email_confirm: true }, token);
  admin.close();
  const clients = createClients(
    port,
    emails.map((email) => ({ email })),
  );
  bench.afterwards(async () => clients.close());
  return clients;
}

/** Costs of the requests of a turn, with those of the mails that are sent after the answers. */
async function measure(
  server: Server,
  route: Route,
  seconds: number,
  countMails: () => Promise<number>,
): Promise<Cost> {
  const step = async (client: HttpClient, account: { email: string }) => {
    await post(client, `${server.base}${route}`, routes[route](account));
  };
  const mailsBefore = await countMails();
  const before = await server.read();
  const answered = await server.clients.run(clientsAtOnce, seconds, step);
  while ((await countMails()) < mailsBefore + answered) await wait(10);
  // What the server notes about the last mails.
  await wait(50);
  const after = await server.read();
  return {
    own: (after.own - before.own) / answered,
    postgres: (after.postgres - before.postgres) / answered,
  };
}

function compare(name: string, ours: Cost[], reference: Cost[] | undefined): Figure[] {
  if (reference === undefined) return [];
  const sum = (cost: Cost | undefined) => (cost?.own ?? 0) + (cost?.postgres ?? 0);
  const ratios = ours.map((cost, turn) => sum(cost) / sum(reference[turn]));
  return [atMost(`${name}, with Postgres, of the reference`, median(ratios), 1, 'ratio')];
}

async function readMemory(pid: number, file: string): Promise<MemoryKinds> {
  await rm(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 500; tries++) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return JSON.parse(text) as MemoryKinds;
    await wait(10);
  }
  throw new Error('The site did not tell its memory.');
}

function tellMemory(before: MemoryKinds, after: MemoryKinds): Figure[] {
  const words: Record<keyof MemoryKinds, string> = {
    resident: 'in all',
    youngSpace: "V8's young generation",
    oldSpace: "V8's old generation",
    otherSpaces: "code and the rest of V8's heap",
    external: 'buffers outside the heap',
    program: 'Node itself and its libraries',
    rest: 'everything else',
    heapUsed: 'in use of the heap',
  };
  return (Object.keys(words) as (keyof MemoryKinds)[]).flatMap((kind) => [
    beside(`auth: memory, ${words[kind]}, at the start`, before[kind] / 1e6, 'MB'),
    beside(`auth: memory, ${words[kind]}, after the load`, after[kind] / 1e6, 'MB'),
  ]);
}
