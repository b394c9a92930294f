/** Realtime through the official client: `channel()`, with a real database. */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { startRealtime } from '../harness/realtime/test-realtime.ts';

const realtime = startRealtime(`
  create table public.notes (id int generated always as identity primary key, owner uuid, text text);
  alter table public.notes enable row level security;
  create policy own on public.notes for select to authenticated using (owner = auth.uid());
  grant select, insert, update, delete on public.notes to anon, authenticated, service_role;
  create table public.news (id int generated always as identity primary key, title text);
  grant select on public.news to anon, authenticated;
  alter publication supabase_realtime add table public.notes, public.news;
  create policy "members read" on realtime.messages for select to authenticated
    using (realtime.topic() like 'club:%' and extension in ('broadcast', 'presence'));
  create policy "members write" on realtime.messages for insert to authenticated
    with check (realtime.topic() like 'club:%');
  create function public.tell() returns trigger language plpgsql security definer as $$
  begin
    perform realtime.broadcast_changes('club:' || tg_table_name, tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
    return null;
  end $$;
  create trigger tell after insert or update or delete on public.news for each row execute function public.tell();
`);

/** Resolves when the channel is joined; rejects with the reason of a refusal. */
function subscribe(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve();
      if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status));
    });
  });
}

/** Joins with the changes of a table, and collects them. */
async function follow(client: SupabaseClient, table: string, filter?: string) {
  const changes: { eventType: string; new: object; old: object }[] = [];
  let isLive = () => {};
  const live = new Promise<void>((resolve) => {
    isLive = resolve;
  });
  const channel = client
    .channel(`follow-${table}-${Math.random()}`)
    .on('postgres_changes', { event: '*', schema: 'public', table, ...(filter && { filter }) }, (change) => {
      changes.push(change);
    })
    .on('system', {}, ({ status }: { status: string }) => status === 'ok' && isLive());
  await subscribe(channel);
  await live;
  return { changes, channel };
}

describe('broadcasts', () => {
  test("`send` and `on('broadcast')`: JSON and bytes, acknowledged", async () => {
    const room = 'broadcasts';
    const [one, other] = [realtime().client(), realtime().client()];
    const got: unknown[] = [];
    const listening = other.channel(room);
    listening.on('broadcast', { event: '*' }, ({ event, payload }) => got.push([event, payload]));
    const sending = one.channel(room, { config: { broadcast: { ack: true } } });
    for (const channel of [listening, sending])
      await new Promise((done) => channel.subscribe((status) => status === 'SUBSCRIBED' && done(status)));
    expect(await sending.send({ type: 'broadcast', event: 'a', payload: { text: 'ü' } })).toBe('ok');
    const bytes = new Uint8Array([1, 2, 255]).buffer;
    expect(await sending.send({ type: 'broadcast', event: 'b', payload: bytes })).toBe('ok');
    await expect.poll(() => got).toHaveLength(2);
    expect(got[0]).toEqual(['a', { text: 'ü' }]);
    expect(new Uint8Array((got[1] as [string, ArrayBuffer])[1])).toEqual(new Uint8Array([1, 2, 255]));
  });

  test('`httpSend`: without a join', async () => {
    const socket = await realtime().connect();
    await socket.join('from-client');
    const channel = realtime().client().channel('from-client');
    expect(await channel.httpSend('said', { a: 1 })).toEqual({ success: true });
    expect((await socket.take('broadcast')).payload.payload).toEqual({ a: 1 });
  });
});

describe('presence', () => {
  test('`track`, `untrack` and `presenceState`: clients see each other', async () => {
    const room = 'presences';
    const clients = [realtime().client(), realtime().client()];
    const channels = clients.map((client, index) =>
      client.channel(room, { config: { presence: { key: `user${index}` } } }),
    );
    for (const [index, channel] of channels.entries()) {
      channel.on('presence', { event: 'sync' }, () => {});
      await new Promise((done) => channel.subscribe((status) => status === 'SUBSCRIBED' && done(status)));
      await channel.track({ index });
    }
    await expect
      .poll(() => Object.keys(channels[0]?.presenceState() ?? {}).sort())
      .toEqual(['user0', 'user1']);
    await channels[1]?.unsubscribe();
    await expect.poll(() => Object.keys(channels[0]?.presenceState() ?? {})).toEqual(['user0']);
  });
});

describe('database changes', () => {
  test("`on('postgres_changes')`: reach those whom row security shows the row, and no one else", async () => {
    const { database, signUp, client } = realtime();
    const [ann, bob] = [await signUp(), await signUp()];
    const seen = {
      ann: await follow(ann.client, 'notes'),
      bob: await follow(bob.client, 'notes'),
      visitor: await follow(client(), 'notes'),
    };
    await database.sql`insert into public.notes (owner, text) values (${ann.id}, 'mine')`;
    await database.sql`update public.notes set text = 'changed' where owner = ${ann.id}`;
    await database.sql`insert into public.notes (owner, text) values (${bob.id}, 'his')`;
    await expect.poll(() => seen.bob.changes.length).toBe(1);
    await expect.poll(() => seen.ann.changes.length).toBe(2);
    expect(seen.ann.changes.map(({ eventType, new: row }) => [eventType, row])).toEqual([
      ['INSERT', { id: 1, owner: ann.id, text: 'mine' }],
      ['UPDATE', { id: 1, owner: ann.id, text: 'changed' }],
    ]);
    expect(seen.visitor.changes).toEqual([]);
  });

  test('are filtered, and are for visitors where the table is', async () => {
    const { database, client } = realtime();
    const { changes } = await follow(client(), 'news', 'title=eq.wanted');
    await database.sql`insert into public.news (title) values ('other'), ('wanted')`;
    await expect.poll(() => changes.length).toBe(1);
    expect(changes[0]).toMatchObject({ eventType: 'INSERT', new: { title: 'wanted' }, errors: null });
  });
});

describe('private channels', () => {
  const config = { config: { private: true, broadcast: { ack: true, self: true } } };

  test('is for those whom a policy lets in', async () => {
    const { signUp, client } = realtime();
    const ann = await signUp();
    await subscribe(ann.client.channel('club:reading', config));
    await expect(subscribe(ann.client.channel('attic', config))).rejects.toThrow(
      /You do not have permissions to read from this Channel topic: attic/,
    );
    await expect(subscribe(client().channel('club:reading', config))).rejects.toThrow('Unauthorized');
  });

  test('is another channel than the public one of the same name', async () => {
    const { signUp, connect } = realtime();
    const ann = await signUp();
    const inside = ann.client.channel('club:secret', config);
    await subscribe(inside);
    const outside = await connect();
    await outside.join('club:secret');
    expect(await inside.send({ type: 'broadcast', event: 'said', payload: { text: 'psst' } })).toBe('ok');
    await outside.call('phoenix', 'heartbeat');
    expect(outside.received.filter(({ event }) => event === 'broadcast')).toEqual([]);
  });

  test('hears what SQL sends, and later what it has missed', async () => {
    const { signUp, database } = realtime();
    const ann = await signUp();
    const heard: unknown[] = [];
    const channel = ann.client
      .channel('club:news', { config: { private: true, broadcast: { replication_ready: true } } })
      .on('broadcast', { event: '*' }, (message) => heard.push(message));
    const ready = new Promise<void>((resolve) => {
      channel.on('system', {}, ({ message }: { message: string }) => {
        if (message === 'Replication connection established') resolve();
      });
    });
    await subscribe(channel);
    await ready;
    const since = Date.now();
    await database.sql`insert into public.news (title) values ('by trigger')`;
    await expect.poll(() => heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({
      event: 'INSERT',
      payload: { operation: 'INSERT', table: 'news', record: { title: 'by trigger' } },
    });
    const later: unknown[] = [];
    const late = (await signUp()).client
      .channel('club:news', {
        config: { private: true, broadcast: { replay: { since, limit: 5 } } },
      })
      .on('broadcast', { event: '*' }, (message) => later.push(message));
    await subscribe(late);
    await expect.poll(() => later).toHaveLength(1);
    expect(later[0]).toMatchObject({ meta: { replayed: true }, payload: { table: 'news' } });
  });

  test('ends with the session, and so do changes; other channels stay', async () => {
    const { signUp, connect, secrets } = realtime();
    const ann = await signUp();
    const socket = await connect();
    const token = { access_token: ann.token };
    const postgres_changes = [{ event: '*', schema: 'public', table: 'notes' }];
    await socket.join('club:a', { private: true }, token);
    await socket.join('b', { postgres_changes }, token);
    await socket.join('c', {}, token);
    await realtime().client(secrets.secretKey).auth.admin.signOut(ann.token);
    for (const topic of ['club:a', 'b']) await socket.take('phx_close', topic);
    expect(socket.received.filter(({ event }) => event === 'phx_close')).toHaveLength(2);
    const refused = await socket.join('club:a', { private: true }, token);
    expect(refused.payload.response.reason).toContain('Session from session_id claim in JWT does not exist');
  });
});
