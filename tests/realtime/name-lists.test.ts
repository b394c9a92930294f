/** Lists of names by realtime: who may follow one, and what a message says. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { startRealtime } from '../harness/realtime/test-realtime.ts';
import { readSiteMigration, siteSchema } from '../site-schema/site-schema.ts';

const realtime = startRealtime(siteSchema);

async function rpc(client: SupabaseClient, name: string, given: object) {
  const { data, error } = await client.rpc(name, given);
  if (error) throw error;
  return data;
}

/** Two users in one list with a name. */
async function createPair() {
  const [ann, bob] = [await realtime().signUp(), await realtime().signUp()];
  const { data } = await ann.client.from('name_lists').insert({ title: 'Ours' }).select('id').single();
  const list: string = data?.id;
  const add = (name: string) => ann.client.from('name_list_items').insert({ list_id: list, name });
  await add('Emma');
  await rpc(bob.client, 'join_name_list', {
    token: await rpc(ann.client, 'invite_to_name_list', { list }),
    called: 'Bob',
  });
  return { ann, bob, list, add };
}

/** Those that the database has sent. They may arrive after a later join, too: what was committed is read from its log. */
async function sentMessages(list: string): Promise<Set<string>> {
  const { sql } = realtime().database;
  const rows = await sql<
    { id: string }[]
  >`select id from realtime.messages where topic = ${`name-list:${list}`}`;
  return new Set(rows.map(({ id }) => id));
}

/** A raw socket on the channel of the list; what it answers to the join, and the messages that it gets. */
async function follow(user: { id: string; token: string }, list: string) {
  const socket = await realtime().connect();
  const config = {
    private: true,
    presence: { key: user.id, enabled: true },
    broadcast: { replication_ready: true },
  };
  const topic = `realtime:name-list:${list}`;
  const { payload } = await socket.join(`name-list:${list}`, config, { access_token: user.token });
  return { socket, topic, status: payload.status, reason: payload.response.reason };
}

describe('the channel of a list', () => {
  test('is for its members only; one who has left cannot return', async () => {
    const { ann, bob, list } = await createPair();
    const stranger = await realtime().signUp();
    const refused = `Unauthorized: You do not have permissions to read from this Channel topic: name-list:${list}`;
    expect((await follow(ann, list)).status).toBe('ok');
    expect((await follow(bob, list)).status).toBe('ok');
    expect(await follow(stranger, list)).toMatchObject({ status: 'error', reason: refused });
    expect((await follow(ann, 'x')).status).toBe('error');
    await bob.client.from('name_list_members').delete().eq('list_id', list).eq('user_id', bob.id);
    expect(await follow(bob, list)).toMatchObject({ status: 'error', reason: refused });
  });

  test('shows who is present, and carries no message of a member', async () => {
    const { ann, bob, list } = await createPair();
    const [hers, his] = [await follow(ann, list), await follow(bob, list)];
    const track = { type: 'presence', event: 'track', payload: {} };
    expect((await his.socket.call(his.topic, 'presence', track)).payload.status).toBe('ok');
    const diff = await hers.socket.take('presence_diff');
    expect(Object.keys(diff.payload.joins)).toEqual([bob.id]);
    his.socket.send(his.topic, 'broadcast', { type: 'broadcast', event: 'spoken', payload: {} });
    await his.socket.call('phoenix', 'heartbeat');
    await hers.socket.call('phoenix', 'heartbeat');
    expect(hers.socket.received.filter(({ payload }) => payload.event === 'spoken')).toEqual([]);
    his.socket.close();
    expect(Object.keys((await hers.socket.take('presence_diff')).payload.leaves)).toEqual([bob.id]);
  });

  test('says that something has changed, once for each transaction, and nothing of it', async () => {
    const { ann, bob, list, add } = await createPair();
    const earlier = await sentMessages(list);
    const { socket } = await follow(bob, list);
    await socket.take('system');
    const isNew = ({ event, payload }: (typeof socket.received)[number]) =>
      event === 'broadcast' && !earlier.has(payload.payload.id);
    const takeNew = async () => {
      let message = await socket.take('broadcast');
      while (!isNew(message)) message = await socket.take('broadcast');
      return message;
    };
    const of = { list_id: list, name: 'Emma' };
    const own = ann.client.from('name_list_members');
    const changes = [
      () => ann.client.from('name_votes').insert({ ...of, vote: 'yes', note: 'secret' }),
      () => ann.client.from('name_votes').update({ rating: 5 }).match(of),
      () => add('Noah'),
      () => ann.client.from('name_list_items').delete().match(of),
      () => ann.client.from('name_lists').update({ title: 'Theirs' }).eq('id', list),
      () => own.update({ called: 'Ann' }).match({ list_id: list, user_id: ann.id }),
      () => ann.client.rpc('invite_to_name_list', { list }),
      () => ann.client.from('name_lists').delete().eq('id', list),
    ];
    for (const change of changes) {
      expect((await change()).error).toBeNull();
      const { payload } = await takeNew();
      expect(payload).toMatchObject({ event: 'changed', payload: { id: expect.any(String) } });
      expect(Object.keys(payload.payload)).toEqual(['id']);
    }
    await socket.call('phoenix', 'heartbeat');
    expect(socket.received.filter(isNew)).toHaveLength(changes.length);
    expect(JSON.stringify(socket.received)).not.toMatch(/Emma|Noah|secret|yes/);
  });
});

test('members hear when messages may have been lost, and read the list again', async () => {
  const { database } = realtime();
  const { ann, list } = await createPair();
  const { socket } = await follow(ann, list);
  const ready = { status: 'ok', message: 'Replication connection established' };
  expect((await socket.take('system')).payload).toMatchObject(ready);
  await database.sql`
    select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()
  `;
  expect((await socket.take('system')).payload).toMatchObject(ready);
});

test('lists work where realtime is missing', async () => {
  const { database } = realtime();
  const { ann, list } = await createPair();
  await database.sql.script('alter function realtime.send(jsonb, text, text, boolean) rename to moved');
  const vote = { list_id: list, name: 'Emma', vote: 'yes' };
  expect((await ann.client.from('name_votes').insert(vote)).error).toBeNull();
  await database.sql.script('alter schema realtime rename to moved');
  expect((await ann.client.from('name_votes').update({ vote: 'no' }).match(vote)).error).toBeNull();
  await database.sql.script(readSiteMigration('20261117000100_tell_members_of_changed_name_lists.sql'));
  await database.sql.script(
    'alter schema moved rename to realtime; alter function realtime.moved rename to send',
  );
});
