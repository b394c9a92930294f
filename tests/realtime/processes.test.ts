/** Clients of different processes on one database hear each other as if there were one process. */
import { createHmac } from 'node:crypto';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { encodeBusMessage } from '../../backend/realtime/bus/bus-message.ts';
import { busChannel } from '../../backend/realtime/bus/create-bus.ts';
import { createSeal } from '../../backend/realtime/bus/sealed-notification.ts';
import { startProcesses } from '../harness/realtime/test-processes.ts';
import { openRealtimeProcess, type TestRealtime } from '../harness/realtime/test-realtime.ts';
import type { Received, TestSocket } from '../harness/realtime/test-socket.ts';

const processes = startProcesses(`
  create table public.news (id int generated always as identity primary key, title text);
  grant select on public.news to anon, authenticated;
  alter publication supabase_realtime add table public.news;
  create policy "members read" on realtime.messages for select to authenticated
    using (realtime.topic() like 'club:%');
  create policy "members write" on realtime.messages for insert to authenticated
    with check (realtime.topic() like 'club:%');
`);

const json = (length: number) => ({ text: 'ä'.repeat(length / 2) });
const bytes = (length: number) => Buffer.alloc(length, 'b0\0c');

/** The frame of a broadcast as bytes, as the official client sends it. */
function toFrame(topic: string, payload: Uint8Array): Buffer {
  const strings = ['', '', `realtime:${topic}`, 'said', ''].map((text) => Buffer.from(text));
  const lengths = strings.map(({ length }) => length);
  return Buffer.concat([Buffer.from([3, ...lengths, 0]), ...strings, payload]);
}

const say = (socket: TestSocket, topic: string, payload: unknown) =>
  socket.send(`realtime:${topic}`, 'broadcast', { type: 'broadcast', event: 'said', payload });
const heard = ({ received }: TestSocket) =>
  received.filter(({ event }) => event === 'broadcast').map(({ payload }: Received) => payload.payload);

async function joined(process: TestRealtime, topic: string, query = {}, config = {}): Promise<TestSocket> {
  const socket = await process.connect(query);
  const reply = await socket.join(topic, config);
  expect(reply.payload.status).toBe('ok');
  return socket;
}

/** 0: processes cannot open another connection. -1: they can. */
function limitConnections(limit: number): Promise<unknown> {
  return processes().first.database.sql.script(
    `do $$ begin execute format('alter database %I connection limit ${limit}', current_database()); end $$`,
  );
}

/** Waits until everything sent before has crossed, whatever arrived of it. */
async function settle({ first, second } = processes()): Promise<void> {
  const [from, to] = [await joined(first, 'settle'), await joined(second, 'settle')];
  say(from, 'settle', {});
  await to.take('broadcast');
}

describe('a broadcast', () => {
  test.each([10, 8000, 2_900_000])('of %i bytes reaches the other process', async (length) => {
    const { first, second } = processes();
    const topic = `sizes ${length}`;
    const sender = await joined(first, topic);
    const oldSender = await joined(first, topic, { vsn: '1.0.0' });
    const receiver = await joined(second, topic);
    const oldReceiver = await joined(second, topic, { vsn: '1.0.0' });
    say(sender, topic, json(length));
    say(oldSender, topic, { old: true });
    await expect.poll(() => heard(receiver).length).toBe(2);
    sender.sendRaw(toFrame(topic, bytes(length)));
    say(sender, topic, { last: true });
    await expect.poll(() => heard(oldReceiver).length).toBe(3);
    await expect.poll(() => heard(receiver).length).toBe(4);
    const [one, two, three, four] = heard(receiver);
    expect([one, two].filter(({ old }) => !old)).toEqual([json(length)]);
    expect(three.equals(bytes(length))).toBe(true);
    expect(four).toEqual({ last: true });
    // The sender has heard the others of its own process once, and itself not at all.
    expect(heard(sender)).toEqual([{ old: true }]);
  });

  test('keeps its place among those of the same sender', async () => {
    const { first, second } = processes();
    const [sender, receiver] = [await joined(second, 'order'), await joined(first, 'order')];
    const sent = Array.from({ length: 300 }, (_, index) => ({ index, text: 'x'.repeat((index % 7) * 3000) }));
    for (const payload of sent) say(sender, 'order', payload);
    await expect.poll(() => heard(receiver).length).toBe(300);
    expect(heard(receiver)).toEqual(sent);
  });

  test('is heard by those who joined before it was sent', async () => {
    const { first, open } = processes();
    const sender = await joined(first, 'new');
    const third = await open();
    // The first client of the process: it listens before it replies.
    const receiver = await joined(third, 'new');
    say(sender, 'new', { to: 'the new one' });
    expect((await receiver.take('broadcast')).payload.payload).toEqual({ to: 'the new one' });
    await third.close();
  });

  test('is heard once the process can listen, and joins do not wait for that', async () => {
    const { first, open } = processes();
    const sender = await joined(first, 'deaf');
    const third = await open();
    await limitConnections(0);
    const receiver = await joined(third, 'deaf').finally(() => limitConnections(-1));
    expect(third.warnings).toContainEqual(expect.stringContaining('are not heard yet'));
    await expect
      .poll(() => {
        say(sender, 'deaf', {});
        return heard(receiver).length;
      })
      .toBeGreaterThan(0);
    await third.close();
  });

  test('on a private channel is for private channels only', async () => {
    const { first, second } = processes();
    const { client: ann } = await first.signUp();
    const config = { config: { private: true } };
    const inside: unknown[] = [];
    const { token } = await second.signUp();
    const member = await second.connect();
    await member.join('club:a', { private: true }, { access_token: token });
    const outsider = await joined(second, 'club:a');
    const channel = ann.channel('club:a', config);
    await subscribe(channel.on('broadcast', { event: '*' }, (message) => inside.push(message)));
    await channel.send({ type: 'broadcast', event: 'said', payload: { secret: true } });
    expect((await member.take('broadcast')).payload.payload).toEqual({ secret: true });
    say(outsider, 'club:a', { public: true });
    await settle();
    expect(heard(outsider)).toEqual([]);
    expect(inside).toEqual([]);
  });

  test('over HTTP reaches the clients of every process', async () => {
    const { first, second, open } = processes();
    const sockets = [await joined(first, 'rest'), await joined(second, 'rest')];
    const headers = { apikey: first.secrets.publishableKey, 'content-type': 'application/json' };
    const post = (url: string, path: string, body: unknown) =>
      fetch(`${url}/realtime/v1/api/broadcast${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
    // It has no client, and has not listened before.
    const third = await open();
    const messages = [{ topic: 'rest', event: 'said', payload: { by: 'list' } }];
    expect((await post(third.url, '', { messages })).status).toBe(202);
    expect((await post(third.url, '/rest/events/said', { by: 'path' })).status).toBe(202);
    for (const socket of sockets) {
      await expect.poll(() => heard(socket).length).toBe(2);
      expect(heard(socket)).toEqual([{ by: 'list' }, { by: 'path' }]);
    }
    await third.close();
  });

  test('from the database, and a change, arrive once on each process', async () => {
    const { first, second } = processes();
    const config = {
      broadcast: { replication_ready: true },
      postgres_changes: [{ event: '*', schema: 'public', table: 'news' }],
    };
    const sockets = [await joined(first, 'data', {}, config), await joined(second, 'data', {}, config)];
    // One for the messages, one for the changes.
    for (const socket of sockets) {
      await socket.take('system');
      await socket.take('system');
    }
    await first.database.sql`select realtime.send('{"by":"SQL"}', 'said', 'data', false)`;
    await first.database.sql`insert into public.news (title) values ('new')`;
    for (const socket of sockets) {
      const change = await socket.take('postgres_changes');
      expect(change.payload.data.record.title).toBe('new');
    }
    await settle();
    for (const socket of sockets) {
      expect(heard(socket)).toEqual([expect.objectContaining({ by: 'SQL' })]);
      expect(socket.received.filter(({ event }) => event === 'postgres_changes')).toHaveLength(1);
    }
  });
});

/** Resolves when the channel is joined. */
function subscribe(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve();
      if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status));
    });
  });
}

/** Joins a topic under a name. */
async function enter(client: SupabaseClient, topic: string, key: string) {
  const channel = client
    .channel(topic, { config: { presence: { key } } })
    .on('presence', { event: 'sync' }, () => {});
  await subscribe(channel);
  const names = () => Object.keys(channel.presenceState()).sort();
  return {
    channel,
    names,
    sees: (expected: string[]) => expect.poll(names).toEqual(expected),
    moods: (name: string) => channel.presenceState<{ mood: string }>()[name]?.map(({ mood }) => mood),
  };
}

describe('presence', () => {
  test('joins, changes and leaves in all processes', async () => {
    const { first, second } = processes();
    const ann = await enter(first.client(), 'room', 'ann');
    await ann.channel.track({ mood: 'well' });
    const bob = await enter(second.client(), 'room', 'bob');
    await bob.sees(['ann']);
    await bob.channel.track({ mood: 'tired' });
    await ann.sees(['ann', 'bob']);
    await bob.channel.track({ mood: 'awake' });
    await expect.poll(() => ann.moods('bob')).toEqual(['awake']);
    await ann.channel.untrack();
    await bob.sees(['bob']);
    await bob.channel.unsubscribe();
    await ann.sees([]);
  });

  test('of all who are there is in the first state that a client gets', async () => {
    const { first, second } = processes();
    const ann = await enter(first.client(), 'lobby', 'ann');
    await ann.channel.track({});
    const bob = await enter(second.client(), 'lobby', 'bob');
    await bob.sees(['ann']);
    const third = await joined(second, 'lobby', {}, { presence: { enabled: true, key: 'eve' } });
    expect(Object.keys((await third.take('presence_state')).payload)).toEqual(['ann']);
  });

  test('of a private channel is not that of the public one', async () => {
    const { first, second } = processes();
    const { client, token } = await first.signUp();
    const inside = client.channel('club:b', { config: { private: true, presence: { key: 'ann' } } });
    await subscribe(inside);
    await inside.track({});
    const outside = await enter(second.client(), 'club:b', 'bob');
    const member = await second.connect();
    await member.join('club:b', { private: true, presence: { enabled: true } }, { access_token: token });
    await expect.poll(() => JSON.stringify(member.received)).toContain('"ann"');
    await settle();
    expect(outside.names()).toEqual([]);
  });

  test('is learned by a process that starts later, and ends with one that is closed', async () => {
    const { first, open } = processes();
    const ann = await enter(first.client(), 'hall', 'ann');
    await ann.channel.track({});
    const third = await open();
    const cid = await enter(third.client(), 'hall', 'cid');
    await cid.sees(['ann']);
    await cid.channel.track({});
    await ann.sees(['ann', 'cid']);
    await third.close();
    await ann.sees(['ann']);
  });

  test('ends with a process that disappears without a word', async () => {
    const { open } = processes();
    const times = { heartbeatMs: 50, silentMs: 1000 };
    const [stays, dies] = [await open(times), await open(times)];
    const ann = await enter(stays.client(), 'wake', 'ann');
    const eve = await enter(dies.client(), 'wake', 'eve');
    await eve.channel.track({});
    await ann.sees(['eve']);
    await dies.vanish();
    await ann.sees([]);
    for (const process of [dies, stays]) await process.close();
  });

  test('is exchanged again after lost connections', async () => {
    const { first, second } = processes();
    const { sql } = first.database;
    const ann = await enter(first.client(), 'storm', 'ann');
    const bob = await enter(second.client(), 'storm', 'bob');
    await ann.channel.track({});
    await bob.sees(['ann']);
    const count = async () => (await findListeners(first)).length;
    // No process hears anything until new connections are allowed.
    await limitConnections(0);
    try {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid = any(${await findListeners(first)})`;
      await expect.poll(count).toBe(0);
      await bob.channel.track({});
      await ann.channel.untrack();
      await expect.poll(bob.names).toEqual(['ann', 'bob']);
    } finally {
      await limitConnections(-1);
    }
    await ann.sees(['bob']);
    await bob.sees(['bob']);
  });
});

/** The connections that listen to other processes. */
async function findListeners({ database }: TestRealtime): Promise<number[]> {
  const rows = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and query = ${`listen "${busChannel}"`}
    order by pid
  `;
  return rows.map(({ pid }) => pid);
}

describe('notifications', () => {
  const notify = (text: string) => processes().first.database.notify(busChannel, text);
  const keyOf = (secret: string) =>
    createHmac('sha256', secret).update('realtime between processes').digest();
  const sealed = (key: Buffer, sentAt: number, payload: unknown) =>
    createSeal(
      key,
      `process ${Math.random()}`.slice(0, 16).replace('.', ''),
    )({
      sequence: 1,
      sentAt,
      isFirst: true,
      isLast: true,
      bytes: encodeBusMessage({
        kind: 'broadcast',
        message: { topic: 'forged', private: false, event: 'said', payload: JSON.stringify(payload) },
      }),
    });

  test('that another program sends are ignored', async () => {
    const { first, second } = processes();
    const receiver = await joined(second, 'forged');
    const own = keyOf(first.secrets.jwtSecret);
    for (const text of [
      '',
      '.',
      'a.b.c',
      'a.1.',
      '{"kind":"goodbye"}',
      'x'.repeat(7999),
      `a.1.${'A'.repeat(60)}`,
    ])
      await notify(text);
    await notify(sealed(keyOf('another secret'), Date.now(), { from: 'another program' }));
    await notify(sealed(own, Date.now() - 3_600_000, { from: 'an hour ago' }));
    await notify(sealed(own, Date.now(), { from: 'a process' }));
    expect((await receiver.take('broadcast')).payload.payload).toEqual({ from: 'a process' });
    await settle();
    expect(heard(receiver)).toHaveLength(1);
    expect(second.faults).toEqual([]);
    expect(second.warnings).toContainEqual(expect.stringContaining('JWT_SECRET differs between processes'));
  });

  test('that were recorded tell nothing, and are heard once', async () => {
    const { first, second } = processes();
    const recorded: string[] = [];
    const stop = await first.database.listen(busChannel, (text) => recorded.push(text));
    const [sender, receiver] = [await joined(first, 'recorded'), await joined(second, 'recorded')];
    say(sender, 'recorded', { word: 'swordfish' });
    await receiver.take('broadcast');
    await notify('everything is recorded');
    await expect.poll(() => recorded).toContain('everything is recorded');
    await stop();
    for (const text of [...recorded]) await notify(text);
    await settle();
    expect(heard(receiver)).toEqual([{ word: 'swordfish' }]);
    expect(recorded.length).toBeGreaterThan(1);
    for (const text of recorded)
      expect(Buffer.from(text.split('.')[2] ?? '', 'base64').toString('latin1')).not.toContain('swordfish');
  });

  test('are neither sent nor listened to by a process that is alone', async () => {
    const { first } = processes();
    const before = await findListeners(first);
    expect(before.length).toBeGreaterThan(0);
    const { database, secrets } = first;
    const alone = await openRealtimeProcess({ database, secrets, isOnlyProcess: true });
    const socket = await joined(alone, 'alone');
    const other = await joined(first, 'alone');
    say(socket, 'alone', {});
    await settle();
    expect(heard(other)).toEqual([]);
    expect(await findListeners(first)).toEqual(before);
    await alone.close();
  });
});
