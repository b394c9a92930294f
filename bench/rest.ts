/**
 * CPU time of our own process for a select by key, a list of 20 rows with an embedded row each, and an insert through
 * `/rest/v1`, with eight signed-in clients at once over HTTP on keep-alive connections; and the CPU time of Postgres for it, beside that for
 * the bare query: the same query written by hand, sent in one round trip in a transaction that sets only the role and the
 * claims, which row security needs. Postgres costs more when it is woken between other work than without pauses, so
 * the client of the bare queries computes after each of them for as long as our process does for a request. Requests and bare queries
 * take turns; a figure is the median of its turns.
 */
import type { BatchStatement, Database } from '../database/database.ts';
import { type Account, signUp } from './auth-site.ts';
import type { Bench } from './bench.ts';
import { createClients } from './clients.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import type { HttpClient, HttpRequest } from './http-client.ts';
import { readOwnCpuSeconds, readUsage } from './process-usage.ts';
import { startRestSite } from './rest-site.ts';
import { median } from './statistics.ts';

interface Subject {
  name: string;
  toRequest: (account: Account) => HttpRequest;
  bare: () => BatchStatement;
  own: number[];
  postgres: number[];
  bareCosts: number[];
}

const clientsAtOnce = 8;
const turns = 9;
const turnSeconds = 1.5;
const warmSeconds = 6;
const text = 'Some words of a post. '.repeat(10);
const anyId = () => String(1 + Math.floor(Math.random() * 10_000));

export async function measureRest(bench: Bench): Promise<Figure[]> {
  const { site, postgresPid, database } = await startRestSite(bench);
  const names = Array.from({ length: clientsAtOnce }, (_, number) => `reader-${number}@example.com`);
  const accounts = await Promise.all(names.map((name) => signUp(site.client, name)));
  const clients = createClients(site.port, accounts);
  bench.onClose(async () => clients.close());
  const claims = Buffer.from(accounts[0]?.accessToken.split('.')[1] ?? '', 'base64url').toString();
  const subjects = toSubjects();
  const run = (subject: Subject, seconds: number) =>
    clients.run(clientsAtOnce, seconds, (client, account) => send(client, subject.toRequest(account)));
  const runBare = (subject: Subject, seconds: number, workMs: number) =>
    repeat(seconds, async () => {
      await runBareQuery(database, claims, subject.bare());
      work(workMs);
    });
  for (const subject of subjects) {
    await run(subject, warmSeconds);
    await runBare(subject, 1, 0);
  }
  for (let turn = 0; turn < turns; turn++) {
    for (const subject of subjects) {
      const cost = await measure([site.pid, postgresPid], () => run(subject, turnSeconds));
      const bare = await measure([postgresPid], () => runBare(subject, turnSeconds, cost[0] ?? 0));
      subject.own.push(cost[0] ?? 0);
      subject.postgres.push(cost[1] ?? 0);
      subject.bareCosts.push(bare[0] ?? 0);
      const shown = [...cost, ...bare].map((value) => value.toFixed(3));
      bench.log(`${subject.name}: ${shown[0]} ms, Postgres ${shown[1]} ms, bare ${shown[2]} ms`);
    }
  }
  return subjects.flatMap(({ name, own, postgres: postgresCosts, bareCosts }) => [
    atMost(`rest: ${name}`, median(own), 0.8, 'ms CPU'),
    noLimit(`rest: ${name}, Postgres`, median(postgresCosts), 'ms CPU'),
    atMost(
      `rest: ${name}, Postgres to bare query`,
      median(postgresCosts.map((cost, turn) => cost / (bareCosts[turn] ?? 1))),
      2,
      'ratio',
    ),
  ]);
}

function toSubjects(): Subject[] {
  const costs = () => ({ own: [], postgres: [], bareCosts: [] });
  return [
    {
      name: 'select by key, 8 at once',
      toRequest: ({ accessToken }) => get(`/rest/v1/posts?select=*&id=eq.${anyId()}`, accessToken),
      bare: () => ({ text: 'select * from public.posts where id = $1', values: [anyId()] }),
      ...costs(),
    },
    {
      name: 'list of 20 with an embed, 8 at once',
      toRequest: ({ accessToken }) =>
        get(
          '/rest/v1/posts?select=id,title,body,created_at,writers(id,name)&order=id.desc&limit=20',
          accessToken,
        ),
      bare: () => ({
        text: `
          select p.id, p.title, p.body, p.created_at, w.id as writer_id, w.name
          from public.posts p left join public.writers w on w.id = p.writer_id order by p.id desc limit 20`,
        values: [],
      }),
      ...costs(),
    },
    {
      name: 'insert, 8 at once',
      toRequest: ({ accessToken }) => {
        const body = JSON.stringify({ writer_id: 7, title: 'A new post', body: text });
        const headers = {
          ...clientHeaders(accessToken),
          'content-length': String(Buffer.byteLength(body)),
          prefer: 'return=minimal',
        };
        return { method: 'POST', path: '/rest/v1/posts', headers, body };
      },
      bare: () => ({
        text: 'insert into public.posts (writer_id, title, body) values ($1, $2, $3)',
        values: ['7', 'A new post', text],
      }),
      ...costs(),
    },
  ];
}

const setClaims =
  "select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)";

function runBareQuery(database: Database, claims: string, query: BatchStatement): Promise<unknown> {
  return database.batch([{ text: setClaims, values: [claims] }, query]);
}

/** Headers as the official client sends them. */
function clientHeaders(token: string): Record<string, string> {
  return {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'node',
    'x-client-info': 'supabase-js-node/2.119.0',
    'content-type': 'application/json',
    apikey: token,
    authorization: `Bearer ${token}`,
  };
}

function get(path: string, token: string): HttpRequest {
  return { method: 'GET', path, headers: clientHeaders(token) };
}

async function send(client: HttpClient, httpRequest: HttpRequest): Promise<void> {
  const { status, body } = await client.send(httpRequest);
  if (status !== 200 && status !== 201) throw new Error(`The data API answered ${status}: ${body}`);
}

async function repeat(seconds: number, step: () => PromiseLike<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const one = async () => {
    do {
      await step();
      done++;
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: clientsAtOnce }, one));
  return done;
}

/** Keeps the processor busy. */
function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Milliseconds of CPU time of each of these processes for one answer: the first alone, Postgres with all its children. */
async function measure(pids: number[], run: () => Promise<number>): Promise<number[]> {
  const read = () =>
    Promise.all(
      pids.map(async (pid, index) =>
        index === 0 && pids.length > 1 ? readOwnCpuSeconds(pid) : (await readUsage(pid)).cpuSeconds,
      ),
    );
  const before = await read();
  const answered = await run();
  const after = await read();
  return after.map((seconds, index) => ((seconds - (before[index] ?? 0)) * 1000) / answered);
}
