/** The whole site: a view that is not a person's gets the same response, is counted under its reason, and is not stored. */
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { createPageTokens } from '../../page-views/page-token.ts';
import { readPageViewKeys } from '../../page-views/read-secret.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

const secret = 'the secret of the site under test, long enough';
const secretKey = `sb_secret_${crypto.randomUUID().replaceAll('-', '')}`;
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const dayMs = 86_400_000;
let database: Database;
let site: RunningSite;
let removeFolder: () => Promise<void>;
let token: string;
let staleToken: string;
let ownersToken: string;

beforeAll(async () => {
  const { folder, remove } = await makeFolder();
  removeFolder = remove;
  database = await openDatabase({ dataFolder: folder, log: () => {}, migrations: [ownMigrations] });
  site = await startSite({
    env: {
      DATABASE_URL: database.url.replace('@/', '@localhost/'),
      LOG_REQUESTS: 'off',
      PAGE_VIEW_SECRET: secret,
      SECRET_KEY: secretKey,
    },
  });
  const { tokenKey } = await readPageViewKeys(folder, secret);
  token = createPageTokens(tokenKey).sign('/about');
  staleToken = createPageTokens(tokenKey, () => Date.now() - 3 * dayMs).sign('/about');
  ownersToken = await signInAsOwner();
});
afterAll(async () => {
  await site?.stop();
  await database.close();
  await removeFolder();
});

async function signInAsOwner(): Promise<string> {
  const account = { email: 'owner@example.com', password: 'correct horse battery 9' };
  await database.sql`select site.set_owners(${[account.email]})`;
  const client = createClient(site.url, secretKey, { auth: { persistSession: false } });
  const { error } = await client.auth.admin.createUser({ ...account, email_confirm: true });
  if (error) throw error;
  const { data } = await client.auth.signInWithPassword(account);
  return data.session?.access_token ?? '';
}

const fromHere = { 'sec-fetch-site': 'same-origin', 'user-agent': agent };

async function send(headers: Record<string, string>, body: string): Promise<Response> {
  return fetch(`${site.url}/views`, { method: 'POST', headers: { ...fromHere, ...headers }, body });
}

const message = (changes: object = {}) =>
  JSON.stringify({ path: '/about', referrer: '', token, nonce: Math.random(), ...changes });

/** What a response reveals about the view: everything but its request id and the time. */
async function readAnswer(response: Response): Promise<object> {
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status: response.status, headers: headers.sort(), body: await response.text() };
}

async function readFacts(kind: string): Promise<Record<string, number>> {
  const rows = await database.sql<{ name: string; views: number }[]>`
    select name, views from site.page_view_facts where kind = ${kind} and span = 1`;
  return Object.fromEntries(rows.map(({ name, views }) => [name, views]));
}

const discarded: [string, string, () => Promise<Response>][] = [
  ['unknown-path', 'a page that does not exist', () => send({}, message({ path: '/nowhere' }))],
  ['foreign-origin', 'another site', () => send({ 'sec-fetch-site': 'cross-site' }, message())],
  ['missing-token', 'no token', () => send({}, message({ token: '' }))],
  ['stale-token', 'a token of last week', () => send({}, message({ token: staleToken }))],
  ['forged-token', 'a made-up token', () => send({}, message({ token: `${token.slice(0, -1)}-` }))],
  ['malformed', 'broken JSON', () => send({}, '{"path":"/about",')],
  ['too-large', 'a body of 1 MB', () => send({}, message({ referrer: 'x'.repeat(1_048_576) }))],
  ['prefetch', 'a browser that fetches ahead', () => send({ 'sec-purpose': 'prefetch' }, message())],
  ['bot', 'a search engine', () => send({ 'user-agent': 'Googlebot/2.1' }, message())],
  ['headless', 'a browser that a program steers', () => send({}, message({ auto: true }))],
  ['owner', 'the owner’s session', () => send({ cookie: `sb-access-token=${ownersToken}` }, message())],
  ['do-not-track', 'Do Not Track', () => send({ dnt: '1' }, message())],
  ['do-not-track', 'Global Privacy Control', () => send({ 'sec-gpc': '1' }, message())],
  ['owner', 'the owner’s browser, signed out', () => send({}, message({ owner: 'owner' }))],
  ['replayed', 'the same message again', () => send({}, message({ nonce: 0.5 }))],
];

test('each kind of discarded view', async () => {
  const counted = await readAnswer(await send({}, message({ nonce: 0.5 })));
  expect(counted).toMatchObject({ status: 204, body: '' });
  const expected: Record<string, number> = {};
  for (const [reason, what, sendIt] of discarded) {
    const answer = await readAnswer(await sendIt());
    // The connection of a client that sends this much is closed, which reveals nothing.
    if (reason === 'too-large') expect(answer).toMatchObject({ status: 204, body: '' });
    else expect(answer, what).toEqual(counted);
    expected[reason] = (expected[reason] ?? 0) + 1;
  }
  await expect.poll(() => readFacts('discarded')).toEqual(expected);
  expect(await readFacts('total')).toEqual({ '': 1 });
  const stored = await database.sql`
    select (select sum(views)::integer from site.page_view_counts where span = 1) as views,
      (select count(*)::integer from site.page_view_visits) as visits,
      (select array_agg(path) from site.page_view_paths) as paths`;
  expect(stored[0]).toEqual({ views: 1, visits: 1, paths: ['/about'] });
});

test('a visitor without script is not counted unless the site is set to', async () => {
  const { status } = await fetch(`${site.url}/views.css?path=%2Fabout&token=${token}`, { headers: fromHere });
  expect(status).toBe(404);
});
