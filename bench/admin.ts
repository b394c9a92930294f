/**
 * The admin API over HTTP, as an owner's browser calls it, on a site with 10,000 pages, 10,000 accounts, 10,000 files and a table of 1,000,000 rows:
 * how long each action takes, and how long it is from a save until the page has the new text.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRunningTarget } from '../database/embedded/owner-target.ts';
import { openPool } from '../database/pool.ts';
import type { Bench } from './bench.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import { percentile } from './statistics.ts';

const pages = 10_000;
const accounts = 10_000;
const files = 10_000;
const rounds = 60;
const owner = { email: 'owner@example.com', password: 'a long password for the bench 7' };
const secretKey = 'sb_secret_0123456789abcdef0123456789abcdef';
const saved = 'posts/folder-7/page-7.md';

interface Answer {
  status: number;
  body: Record<string, never>;
}

type Call = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Answer>;

export async function measureAdmin(bench: Bench): Promise<Figure[]> {
  const contentFolder = await bench.createFolder('content');
  await writePages(contentFolder);
  const dataFolder = await bench.createFolder('data');
  const site = await startSite(bench, {
    contentFolder,
    dataFolder,
    logRequests: false,
    environment: { SECRET_KEY: secretKey },
  });
  const call = await signIn(site, dataFolder);
  const figures: Figure[] = [];
  for (const [name, ask] of Object.entries(actions(call))) {
    const times = await repeat(async () => requireOk(await ask()));
    figures.push(noLimit(`admin, ${name}: p95`, percentile(times, 95), 'ms'));
  }
  for (const [name, ask] of Object.entries({ ...tableActions(call), ...fileActions(call) })) {
    const times = await repeat(async (round) => requireOk(await ask(round)));
    figures.push(atMost(`admin, ${name}: p95`, percentile(times, 95), 150, 'ms'));
  }
  for (const [name, ask] of Object.entries(wholeTableActions(call))) {
    const times = await repeat(async () => requireOk(await ask()));
    figures.push(noLimit(`admin, ${name}: p95`, percentile(times, 95), 'ms'));
  }
  const live = await repeat((round) => saveAndWait(site, call, round));
  figures.push(atMost('admin, from a save to the live page: p95', percentile(live, 95), 150, 'ms'));
  return figures;
}

const text = `# A page\n\n${'Words of a paragraph that goes on for a while. '.repeat(100)}\n`;

function actions(call: Call): Record<string, () => Promise<Answer>> {
  return {
    'the list of 10,000 pages': () => call('GET', '/content/files'),
    'a page is opened': () => call('GET', `/content/file?file=${saved}`),
    'a preview of 5 kB': () => call('POST', '/content/preview', { file: saved, text }),
    'a field of the form': () => call('POST', '/content/fields', { text, changes: { title: 'Another' } }),
    'a draft is saved': () => call('PUT', `/content/draft?file=${saved}`, { text, baseHash: '' }),
    'the first of 10,000 people': () => call('GET', '/people'),
    'a search among them': () => call('GET', '/people?q=son-5432'),
    health: () => call('GET', '/health'),
  };
}

/** On a table of a million rows. The page after half a million begins with a cursor, as a browser that scrolled there has it. */
function tableActions(call: Call): Record<string, (round: number) => Promise<Answer>> {
  const rows = '/tables/rows?table=public.measured';
  const after = (...values: string[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
  const moment = '2026-01-01 00:00:00+00';
  return {
    'the first of 1,000,000 rows': () => call('GET', rows),
    'the page after 500,000 rows': () => call('GET', `${rows}&after=${after('500000')}`),
    'the same, sorted by an indexed column': () =>
      call('GET', `${rows}&sort=at.desc&after=${after(moment, '500000')}`),
    'a filter on an indexed column': () => call('GET', `${rows}&filter=email.eq.row-765432@example.com`),
    'a cell is changed': (round) =>
      call('POST', '/tables/update', {
        table: 'public.measured',
        key: { id: String(1000 + round) },
        old: { note: null },
        new: { note: 'changed' },
      }),
    'the list of tables': () => call('GET', '/tables'),
    'a row with all its values': (round) =>
      call('GET', `/tables/row?table=public.measured&key=${encodeURIComponent(`{"id":"${round + 1}"}`)}`),
    'the first rows as a visitor sees them': () => call('GET', `${rows}&as=anon`),
    'a row is added': (round) =>
      call('POST', '/tables/insert', {
        table: 'public.measured',
        rows: [{ id: String(2_000_000 + round), email: 'added@example.com' }],
      }),
    'a row is deleted': (round) =>
      call('POST', '/tables/delete', { table: 'public.measured', keys: [{ id: String(2_000_000 + round) }] }),
  };
}

/** Each reads all of the million rows: the page says so, and the owner waits. */
function wholeTableActions(call: Call): Record<string, () => Promise<Answer>> {
  const table = 'table=public.measured';
  return {
    'rows sorted by a column without an index': () => call('GET', `/tables/rows?${table}&sort=note.asc`),
    'a part of a text that no row has': () => call('GET', `/tables/rows?${table}&filter=email.ilike.*none*`),
    'all rows are counted': () => call('GET', `/tables/count?${table}`),
  };
}

/** Of 10,000 files, half of them in 50 folders. */
function fileActions(call: Call): Record<string, (round: number) => Promise<Answer>> {
  const list = '/files/list?bucket=measured';
  const move = (from: string, to: string) =>
    call('POST', '/files/move', { bucket: 'measured', from: `moved/${from}`, to: `moved/${to}` });
  return {
    'buckets and what is in them': () => call('GET', '/files/buckets'),
    'the first of 10,000 files': () => call('GET', list),
    'the page after 5,000 files': () => call('GET', `${list}&after=file-005000.txt`),
    'a folder of 100 files': () => call('GET', `${list}&folder=folder-07/`),
    'a search among all files': () => call('GET', `${list}&search=LE-009999`),
    'an upload is allowed': (round) =>
      call('POST', '/files/upload', {
        bucket: 'measured',
        path: `uploads/${round}.txt`,
        bytes: 100,
        type: 'text/plain',
        replace: false,
      }),
    'a link is made': () =>
      call('POST', '/files/sign', { bucket: 'measured', path: 'moved/real.txt', seconds: 3600 }),
    'a file is moved': (round) =>
      round % 2 === 0 ? move('real.txt', 'other.txt') : move('other.txt', 'real.txt'),
  };
}

/** Milliseconds of each round; the first five are the warm-up. */
async function repeat(action: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds + 5; round++) {
    const begun = performance.now();
    await action(round);
    if (round >= 5) times.push(performance.now() - begun);
  }
  return times;
}

async function saveAndWait(site: SiteProcess, call: Call, round: number): Promise<void> {
  const { hash } = requireOk(await call('GET', `/content/file?file=${saved}`)).body;
  const mark = `round ${round} of this bench`;
  const body = { text: `# Saved\n\n${mark}\n` };
  requireOk(await call('PUT', `/content/file?file=${saved}`, body, { 'if-match': `"${hash}"` }));
  const until = performance.now() + 10_000;
  while (performance.now() < until) {
    const response = await fetch(`${site.origin}/posts/folder-7/page-7`);
    if ((await response.text()).includes(mark)) return;
  }
  throw new Error('The page did not change.');
}

function requireOk(answer: Answer): Answer {
  if (answer.status >= 300)
    throw new Error(`The site answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}

async function writePages(folder: string): Promise<void> {
  await writeFile(join(folder, 'index.md'), '# Home\n');
  for (let at = 0; at < 100; at++) {
    const inner = join(folder, 'posts', `folder-${at}`);
    await mkdir(inner, { recursive: true });
    await Promise.all(
      Array.from({ length: pages / 100 }, (_, number) =>
        writeFile(
          join(inner, `page-${number}.md`),
          `---\ntitle: Page ${at} ${number}\ndate: 2026-01-15\ntags: [a, b]\n---\n\nA text of its own, ${at * number}.\n`,
        ),
      ),
    );
  }
}

/** Creates an owner and the accounts, and signs the owner in. */
async function signIn({ origin }: SiteProcess, dataFolder: string): Promise<Call> {
  const json = { 'content-type': 'application/json' };
  const asAdmin = { ...json, apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const body = JSON.stringify({ ...owner, email_confirm: true });
  const created = await fetch(`${origin}/auth/v1/admin/users`, { method: 'POST', headers: asAdmin, body });
  if (!created.ok) throw new Error(`The owner could not be created: ${await created.text()}`);
  await fill(dataFolder);
  await uploadFile(origin);
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: asAdmin,
    body: JSON.stringify(owner),
  });
  const { access_token: token } = await answer.json();
  return async (method, path, sent, headers = {}) => {
    const response = await fetch(`${origin}/admin/v1${path}`, {
      method,
      headers: { ...json, origin, authorization: `Bearer ${token}`, ...headers },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

/** One that is really there, to be moved and linked to. */
async function uploadFile(origin: string): Promise<void> {
  const response = await fetch(`${origin}/storage/v1/object/measured/moved/real.txt`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'text/plain' },
    body: 'A file of the bench.',
  });
  if (!response.ok) throw new Error(`The file could not be stored: ${await response.text()}`);
}

async function fill(dataFolder: string): Promise<void> {
  const target = await findRunningTarget(dataFolder);
  if (target === undefined) throw new Error(`No Postgres runs in ${dataFolder}.`);
  const { sql, end } = openPool(target, () => {});
  try {
    await sql`select site.set_owners(${[owner.email]})`;
    await sql`insert into auth.users (id, instance_id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at)
      select gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', 'person-' || n || '@example.com',
        now(), '{}', jsonb_build_object('name', 'Person ' || n), now() - n * interval '1 minute'
      from generate_series(1, ${accounts}::int) n`;
    await sql.script('analyze auth.users');
    await sql`insert into storage.buckets (id, name, public) values ('measured', 'measured', false)`;
    await sql`insert into storage.objects (bucket_id, name, metadata, version)
      select 'measured', case when n % 2 = 0 then 'folder-' || lpad((n / 2 % 50)::text, 2, '0') || '/' else '' end || 'file-' || lpad(n::text, 6, '0') || '.txt',
        '{"size": 1000, "mimetype": "text/plain"}', gen_random_uuid()::text from generate_series(1, ${files}::int) n`;
    await sql.script(`
      create table public.measured (id integer primary key, email text not null, at timestamptz, note text, data jsonb);
      insert into public.measured select n, 'row-' || n || '@example.com', timestamptz '2025-01-01 00:00:00Z' + n * interval '63 seconds', null,
        jsonb_build_object('number', n) from generate_series(1, 1000000) n;
      create index on public.measured (email);
      create index on public.measured (at);
      analyze public.measured; analyze storage.objects`);
  } finally {
    await end();
  }
}
