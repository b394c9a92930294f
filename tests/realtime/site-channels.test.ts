/** The site's own channels: who may follow the page views and the sessions of an account, and what a message says. */
import { describe, expect, test } from 'vitest';
import { createDatabaseStore } from '../../page-views/database-store.ts';
import { countedView, toTable } from '../harness/page-views/test-view.ts';
import { startRealtime, type TestRealtime } from '../harness/realtime/test-realtime.ts';
import { readSiteMigration, siteSchema } from '../site-schema/site-schema.ts';

const realtime = startRealtime(siteSchema);

type User = Awaited<ReturnType<TestRealtime['signUp']>>;

/** Its session is one of an owner; the claim is in tokens from the next sign-in on. */
async function signUpOwner(): Promise<User> {
  const { client, id } = await realtime().signUp();
  const { data: before } = await client.auth.getUser();
  await realtime().database.sql`select site.set_owners(${[before.user?.email ?? '']})`;
  const { data } = await client.auth.refreshSession();
  return { client, id, token: data.session?.access_token ?? '' };
}

async function join(topic: string, token?: string) {
  const socket = await realtime().connect();
  const config = { private: true, broadcast: { replication_ready: true } };
  const { payload } = await socket.join(topic, config, token === undefined ? {} : { access_token: token });
  const follow = async () => {
    expect(payload.status).toBe('ok');
    await socket.take('system');
    return socket;
  };
  return { status: payload.status, reason: payload.response.reason, follow };
}

const refusal = (topic: string) => ({
  status: 'error',
  reason: `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
});

const writeViews = (views = 1) =>
  createDatabaseStore(realtime().database).record({
    id: crypto.randomUUID(),
    today: new Date().toISOString().slice(0, 10),
    discarded: [],
    ...toTable([{ ...countedView({ day: new Date().toISOString().slice(0, 10) }), path: '/secret', views }]),
  });

const countMessages = async (topic: string): Promise<number> => {
  const rows = await realtime().database.sql`select from realtime.messages where topic = ${topic}`;
  return rows.length;
};

describe('the channel of the page views', () => {
  test('is for the owner, in a session of their own', async () => {
    const owner = await signUpOwner();
    const stranger = await realtime().signUp();
    expect(await join('site-stats', owner.token)).toMatchObject({ status: 'ok' });
    expect(await join('site-stats', stranger.token)).toMatchObject(refusal('site-stats'));
    expect(await join('site-stats')).toMatchObject(refusal('site-stats'));
    const ofApplication = { app_metadata: { owner: true }, client_id: crypto.randomUUID() };
    const token = realtime().tokenOf(owner.id, ofApplication);
    expect(await join('site-stats', token)).toMatchObject({ status: 'error' });
  });

  test('says once a second that views came, and nothing of them; without a watching owner it is silent', async () => {
    const { sql } = realtime().database;
    const owner = await signUpOwner();
    await sql`update site.page_view_watch set until = '-infinity', told_at = '-infinity'`;
    await writeViews();
    expect(await countMessages('site-stats')).toBe(0);
    const socket = await (await join('site-stats', owner.token)).follow();
    expect((await owner.client.rpc('page_view_live')).data).toBe(1);
    await writeViews(3);
    await writeViews();
    const { payload } = await socket.take('broadcast');
    expect(payload).toMatchObject({ event: 'views', payload: { id: expect.any(String) } });
    expect(Object.keys(payload.payload)).toEqual(['id']);
    // The second batch is part of the same second, unless the machine was slow.
    await sql`update site.page_view_watch set told_at = clock_timestamp() + interval '1 hour'`;
    const told = await countMessages('site-stats');
    await writeViews();
    expect(await countMessages('site-stats')).toBe(told);
    await sql`update site.page_view_watch set told_at = now() - interval '1 minute'`;
    await writeViews();
    expect(await countMessages('site-stats')).toBe(told + 1);
  });

  test('carries no message of the owner', async () => {
    const owner = await signUpOwner();
    const socket = await (await join('site-stats', owner.token)).follow();
    const other = await (await join('site-stats', owner.token)).follow();
    socket.send('realtime:site-stats', 'broadcast', { type: 'broadcast', event: 'views', payload: {} });
    await socket.call('phoenix', 'heartbeat');
    await other.call('phoenix', 'heartbeat');
    expect(other.received.filter(({ event }) => event === 'broadcast')).toEqual([]);
  });
});

describe('the channel of an account', () => {
  test('is for its user alone', async () => {
    const [ann, bob] = [await realtime().signUp(), await realtime().signUp()];
    const topic = `account:${ann.id}`;
    expect(await join(topic, ann.token)).toMatchObject({ status: 'ok' });
    expect(await join(topic, bob.token)).toMatchObject(refusal(topic));
    expect(await join(topic)).toMatchObject(refusal(topic));
    expect(await join('account:', bob.token)).toMatchObject(refusal('account:'));
  });

  test('says that a session has begun or ended, and nothing of it', async () => {
    const ann = await realtime().signUp();
    // No page of this user can have been open before.
    expect(await countMessages(`account:${ann.id}`)).toBe(0);
    const socket = await (await join(`account:${ann.id}`, ann.token)).follow();
    const { data } = await ann.client.auth.getUser();
    const elsewhere = realtime().client();
    const given = { email: data.user?.email ?? '', password: 'correct horse battery 9' };
    const changes = [
      () => elsewhere.auth.signInWithPassword(given),
      () => ann.client.auth.signOut({ scope: 'others' }),
      () => elsewhere.auth.signInWithPassword(given),
      () => elsewhere.auth.signOut({ scope: 'global' }),
    ];
    for (const change of changes) {
      expect((await change()).error).toBeNull();
      const { payload } = await socket.take('broadcast');
      expect(payload).toMatchObject({ event: 'sessions', payload: { id: expect.any(String) } });
      expect(Object.keys(payload.payload)).toEqual(['id']);
    }
    expect(await countMessages(`account:${ann.id}`)).toBe(changes.length);
  });
});

test('views are counted and users sign in where realtime is missing', async () => {
  const { database } = realtime();
  const { sql } = database;
  await sql.script('alter schema realtime rename to moved');
  await sql`update site.page_view_watch set until = 'infinity', told_at = '-infinity'`;
  await writeViews();
  const user = await realtime().signUp();
  expect((await user.client.auth.signOut()).error).toBeNull();
  await sql.script(readSiteMigration('20261117000200_tell_the_owner_of_new_page_views.sql'));
  await sql.script(readSiteMigration('20261117000210_tell_users_of_their_sessions.sql'));
  await sql.script('alter schema moved rename to realtime');
});
