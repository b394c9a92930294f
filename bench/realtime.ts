/**
 * Realtime. CPU time of our process for each delivery of a broadcast of 250 bytes to 1,000 sockets, beside a bare `ws` server in the same
 * rounds; memory of a joined socket with 5,000 of them; joins a second; the time from an answered commit to the client; and changes a second
 * of one protected table that 1,000 users follow, each with claims of their own.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createKeyRing } from '../backend/identity/key-ring.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Bench } from './bench.ts';
import { receiveMessage, startChild } from './child-process.ts';
import { atLeast, atMost, exactly, type Figure, noLimit } from './figure.ts';
import { readOwnCpuSeconds, readResidentBytes } from './process-usage.ts';
import { measurePagesBesideSockets } from './realtime-pages.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import { type SocketClients, startSocketClients, toBroadcastFrame, withoutLimits } from './sockets.ts';
import { median, percentile } from './statistics.ts';

const topic = 'realtime:bench';
const sockets = 1000;
const manySockets = 5000;
const rounds = 5;
const messages = 100;
const users = 1000;
const jwtSecret = 'a secret of the bench with at least 32 characters';
export async function measureRealtime(bench: Bench): Promise<Figure[]> {
  return [
    ...(await measureDeliveries(bench)),
    ...(await measureSockets(bench)),
    ...(await measureChanges(bench)),
    ...(await measurePagesBesideSockets(bench)),
  ];
}

async function startBackend(bench: Bench, environment: Record<string, string> = {}): Promise<SiteProcess> {
  const settings = await withoutLimits(bench);
  return startSite(bench, {
    script: 'backend',
    readyPath: '/auth/v1/health',
    environment: { ...settings, JWT_SECRET: jwtSecret, PUBLISHABLE_KEY: key, ...environment },
  });
}

const key = 'sb_publishable_bench';

function addressOf(port: number): string {
  return `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`;
}

function openJoined(clients: SocketClients, port: number, count: number) {
  const payload = { config: { broadcast: { self: true }, presence: { enabled: false } } };
  return clients.open({ address: addressOf(port), count, topic, join: payload, readyAt: '"status":"ok"' });
}

/** Ours and the bare server take turns. */
async function measureDeliveries(bench: Bench): Promise<Figure[]> {
  const backend = await startBackend(bench);
  const child = startChild(bench, 'bare-sockets.ts');
  const { port } = await receiveMessage<{ port: number }>(child);
  const [ours, bare] = [startSocketClients(bench), startSocketClients(bench)];
  await openJoined(ours, backend.port, sockets);
  await bare.open({ address: `ws://127.0.0.1:${port}`, count: sockets, topic, readyAt: '' });
  const frame = toBroadcastFrame(topic, 250);
  const costs: number[] = [];
  const bareCosts: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const own = await cost(backend.pid, () => ours.broadcast({ frame, messages, atOnce: 5 }));
    const other = await cost(child.pid ?? 0, () => bare.broadcast({ frame, messages, atOnce: 5 }));
    // The first round warms up.
    if (round === 0) continue;
    costs.push(own);
    bareCosts.push(other);
    const single = await ours.broadcast({ frame, messages: 10, atOnce: 1 });
    latencies.push(...single.latencies);
  }
  await backend.stop();
  child.kill();
  return [
    atMost('realtime: CPU of a delivery', median(costs), 12, 'µs CPU'),
    noLimit('realtime: CPU of a delivery, bare ws', median(bareCosts), 'µs CPU'),
    noLimit('realtime: broadcast to 1,000 sockets, median', median(latencies), 'ms'),
    noLimit('realtime: broadcast to 1,000 sockets, 95 %', percentile(latencies, 95), 'ms'),
  ];
}

/** Microseconds of CPU time a delivery. */
async function cost(pid: number, run: () => Promise<unknown>): Promise<number> {
  const before = await readOwnCpuSeconds(pid);
  await run();
  return (((await readOwnCpuSeconds(pid)) - before) * 1_000_000) / (messages * sockets);
}

async function measureSockets(bench: Bench): Promise<Figure[]> {
  const backend = await startBackend(bench);
  const clients = startSocketClients(bench);
  await openJoined(clients, backend.port, 100);
  const before = await readResidentBytes(backend.pid);
  const cpu = await readOwnCpuSeconds(backend.pid);
  await openJoined(clients, backend.port, manySockets);
  const spent = (await readOwnCpuSeconds(backend.pid)) - cpu;
  await wait(2000);
  const bytes = ((await readResidentBytes(backend.pid)) - before) / manySockets;
  await backend.stop();
  return [
    atMost('realtime: memory of a joined socket', bytes, 30_000, 'bytes'),
    atLeast('realtime: sockets with a join, a second of CPU', manySockets / spent, 1500, 'per second'),
  ];
}

const tables = `
create table public.notes (id bigint generated always as identity primary key, owner uuid, text text);
alter table public.notes enable row level security;
create policy all_read on public.notes for select to authenticated using (owner = (select auth.uid()));
create table public.news (id bigint generated always as identity primary key, text text);
grant select on public.notes, public.news to anon, authenticated;
alter publication supabase_realtime add table public.notes, public.news;
`;

async function measureChanges(bench: Bench): Promise<Figure[]> {
  const dataFolder = await bench.createFolder('database');
  const database = await openDatabase({ dataFolder, log: () => {}, migrations: [ownMigrations] });
  bench.onClose(() => database.close());
  await database.sql.script(tables);
  const { origin, ...backend } = await startBackend(bench, {
    DATABASE_URL: database.url.replace('@/', '@localhost/'),
  });
  const slots = () => database.sql<{ count: number }[]>`select count(*)::int from pg_replication_slots`;
  const unused = (await slots())[0]?.count ?? -1;

  const reader = startSocketClients(bench);
  const readyAt = 'Subscribed to PostgreSQL';
  const subscribe = (table: string) => ({
    config: { postgres_changes: [{ event: '*', schema: 'public', table }] },
  });
  await reader.open({ address: addressOf(backend.port), count: 1, topic, join: subscribe('news'), readyAt });
  const delays: number[] = [];
  for (let index = 0; index < 200; index += 1) {
    const { all } = await reader.follow(1);
    await database.sql`insert into public.news (text) values ('a')`;
    const committed = performance.timeOrigin + performance.now();
    delays.push(((await all).latencies[0] ?? 0) - committed);
    await wait(5);
  }

  const { sign } = createKeyRing({ jwtSecret });
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const ids = Array.from({ length: users }, () => crypto.randomUUID());
  const iss = `${origin}/auth/v1`;
  const tokens = ids.map((sub) => sign({ iss, aud: 'authenticated', role: 'authenticated', sub, exp }));
  const many = startSocketClients(bench);
  await many.open({
    address: addressOf(backend.port),
    count: users,
    topic,
    join: subscribe('notes'),
    tokens,
    readyAt,
  });
  const changes = 5000;
  const { all } = await many.follow(changes);
  const started = performance.now();
  for (let first = 0; first < changes; first += 100)
    await database.sql`
      insert into public.notes (owner, text)
      select (${ids}::uuid[])[1 + (n % ${users})], 'a note' from generate_series(${first}::int, ${first + 99}::int) n`;
  await all;
  const rate = changes / ((performance.now() - started) / 1000);
  await backend.stop();
  return [
    exactly('realtime: slots while unused', unused, 0, 'slots'),
    atMost('realtime: commit to client, median', median(delays), 10, 'ms'),
    atLeast('realtime: changes for 1,000 users with row security', rate, 500, 'per second'),
  ];
}
