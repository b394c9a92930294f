import { describe, expect, test } from 'vitest';
import { startRealtime } from '../../../tests/harness/realtime/test-realtime.ts';

const realtime = startRealtime();
let rooms = 0;
const newRoom = () => {
  rooms += 1;
  return `room-${rooms}`;
};

describe('a socket', () => {
  test('answers heartbeats, in both versions', async () => {
    for (const vsn of ['1.0.0', '2.0.0']) {
      const socket = await realtime().connect({ vsn });
      const reply = await socket.call('phoenix', 'heartbeat');
      expect(reply.payload).toEqual({ status: 'ok', response: {} });
    }
  });

  test('joins, leaves, and joins again', async () => {
    const socket = await realtime().connect();
    const room = newRoom();
    const joined = await socket.join(room);
    expect(joined).toMatchObject({ payload: { status: 'ok', response: { postgres_changes: [] } } });
    const left = await socket.call(`realtime:${room}`, 'phx_leave');
    expect(left.payload).toEqual({ status: 'ok', response: {} });
    expect(await socket.take('phx_close', room)).toMatchObject({ ref: joined.joinRef, payload: {} });
    expect((await socket.join(room)).payload.status).toBe('ok');
  });

  test('a second join of a topic closes the first', async () => {
    const socket = await realtime().connect();
    const room = newRoom();
    const first = await socket.join(room);
    const second = await socket.join(room);
    expect(await socket.take('phx_close', room)).toMatchObject({ joinRef: first.joinRef });
    expect(second.payload.status).toBe('ok');
    // A message of the first join changes nothing.
    await socket.call(`realtime:${room}`, 'phx_leave', {}, first.joinRef ?? '');
    expect(socket.received.filter(({ event }) => event === 'phx_close')).toHaveLength(1);
  });

  test('a message to a topic that is not joined is answered', async () => {
    const socket = await realtime().connect();
    for (const topic of ['realtime:nothing', 'elsewhere', '']) {
      const reply = await socket.call(topic, 'broadcast', { type: 'broadcast', event: 'a', payload: {} });
      expect(reply.payload).toEqual({ status: 'error', response: { reason: 'unmatched topic' } });
    }
  });

  test.each([
    ['', 'TopicNameRequired: You must provide a topic name'],
    ['x'.repeat(247), 'TopicNameTooLong: A topic has at most 255 bytes'],
    ['a\0b', 'TopicNameInvalid: A topic must not contain the character NUL'],
  ])('the topic %j is refused', async (topic, reason) => {
    const socket = await realtime().connect();
    expect((await socket.join(topic)).payload).toEqual({ status: 'error', response: { reason } });
  });

  test('malformed frames are dropped, and neither this socket nor another one is closed', async () => {
    const other = await realtime().connect();
    const socket = await realtime().connect();
    const deep = `["1","1","realtime:a","phx_join",${'['.repeat(100_000)}${']'.repeat(100_000)}]`;
    for (const frame of [
      '',
      '{',
      'null',
      '[1]',
      deep,
      Buffer.from([3]),
      Buffer.from([3, 255, 255]),
      Buffer.alloc(0),
    ])
      socket.sendRaw(frame);
    expect((await socket.call('phoenix', 'heartbeat')).payload.status).toBe('ok');
    expect((await other.call('phoenix', 'heartbeat')).payload.status).toBe('ok');
  });
});

describe('a broadcast', () => {
  const said = { type: 'broadcast', event: 'said', payload: { text: 'hello' } };

  test('reaches the others of the topic, in both versions, and no other topic', async () => {
    const [room, otherRoom] = [newRoom(), newRoom()];
    const sender = await realtime().connect();
    const old = await realtime().connect({ vsn: '1.0.0' });
    const present = await realtime().connect();
    const elsewhere = await realtime().connect();
    for (const socket of [sender, old, present]) await socket.join(room);
    await elsewhere.join(otherRoom);
    sender.send(`realtime:${room}`, 'broadcast', said);
    expect((await old.take('broadcast')).payload).toEqual(said);
    expect(await present.take('broadcast')).toMatchObject({ joinRef: null, ref: null, payload: said });
    await elsewhere.call('phoenix', 'heartbeat');
    await sender.call('phoenix', 'heartbeat');
    for (const socket of [sender, elsewhere])
      expect(socket.received.filter(({ event }) => event === 'broadcast')).toEqual([]);
  });

  test('is acknowledged and returned to its sender if the join asked for it, also as text', async () => {
    const room = newRoom();
    const socket = await realtime().connect();
    await socket.join(room, { broadcast: { ack: 'true', self: true } });
    const reply = await socket.call(`realtime:${room}`, 'broadcast', said);
    expect(reply.payload).toEqual({ status: 'ok', response: {} });
    expect((await socket.take('broadcast')).payload).toEqual(said);
  });

  test('one above the limit is refused, and one at the limit is not', async () => {
    const room = newRoom();
    const socket = await realtime().connect();
    await socket.join(room, { broadcast: { ack: true } });
    const send = (bytes: number) =>
      socket.call(`realtime:${room}`, 'broadcast', { ...said, payload: { a: 'x'.repeat(bytes - 8) } });
    expect((await send(3_000_000)).payload.status).toBe('ok');
    expect((await send(3_000_001)).payload).toEqual({
      status: 'error',
      response: { reason: 'payload_size_exceeded' },
    });
  });
});

describe('presence', () => {
  const track = (payload: unknown) => ({ type: 'presence', event: 'track', payload });

  test('is told to all of the topic: who comes, who changes, who goes', async () => {
    const room = newRoom();
    const config = (key: string) => ({ presence: { key, enabled: true } });
    const ann = await realtime().connect();
    await ann.join(room, config('ann'));
    expect((await ann.take('presence_state')).payload).toEqual({});
    expect((await ann.call(`realtime:${room}`, 'presence', track({ mood: 'good' }))).payload.status).toBe(
      'ok',
    );
    const came = (await ann.take('presence_diff')).payload;
    expect(came).toMatchObject({ joins: { ann: { metas: [{ mood: 'good' }] } }, leaves: {} });

    const bob = await realtime().connect({ vsn: '1.0.0' });
    await bob.join(room, config('bob'));
    const state = (await bob.take('presence_state')).payload;
    expect(state).toEqual(came.joins);
    await ann.call(`realtime:${room}`, 'presence', track({ mood: 'better' }));
    const [first] = came.joins.ann.metas;
    expect((await bob.take('presence_diff')).payload).toEqual({
      joins: {
        ann: { metas: [{ mood: 'better', phx_ref: expect.any(String), phx_ref_prev: first.phx_ref }] },
      },
      leaves: { ann: { metas: [first] } },
    });
    // The same again is no news.
    await ann.call(`realtime:${room}`, 'presence', track({ mood: 'better' }));
    ann.close();
    expect((await bob.take('presence_diff')).payload).toMatchObject({
      joins: {},
      leaves: { ann: { metas: [{ mood: 'better' }] } },
    });
  });

  test('two with one key are both listed, and each goes alone', async () => {
    const room = newRoom();
    const [one, two] = [await realtime().connect(), await realtime().connect()];
    for (const [index, socket] of [one, two].entries()) {
      await socket.join(room, { presence: { key: 'same', enabled: true } });
      await socket.call(`realtime:${room}`, 'presence', track({ index }));
    }
    await one.call(`realtime:${room}`, 'presence', { type: 'presence', event: 'untrack' });
    const third = await realtime().connect();
    await third.join(room, { presence: { key: '', enabled: true } });
    const { payload } = await third.take('presence_state');
    expect(payload.same.metas).toMatchObject([{ index: 1 }]);
  });

  test('begins with the first track of a channel that did not ask for it', async () => {
    const room = newRoom();
    const socket = await realtime().connect();
    await socket.join(room, { presence: { enabled: false } });
    await socket.call(`realtime:${room}`, 'presence', track({}));
    expect(Object.keys((await socket.take('presence_state')).payload)).toHaveLength(1);
    expect(await socket.take('presence_diff')).toBeDefined();
  });

  test('what is no object is refused', async () => {
    const room = newRoom();
    const socket = await realtime().connect();
    await socket.join(room);
    const reply = await socket.call(`realtime:${room}`, 'presence', track('text'));
    expect(reply.payload.response).toEqual({ reason: 'Presence track payload must be a map' });
  });

  test('a sixth call in half a minute closes the channel, and not the socket', async () => {
    const room = newRoom();
    const socket = await realtime().connect();
    await socket.join(room);
    for (let index = 0; index < 6; index += 1) socket.send(`realtime:${room}`, 'presence', track({ index }));
    expect((await socket.take('system')).payload).toEqual({
      extension: 'system',
      status: 'error',
      message: 'Client presence rate limit exceeded',
      channel: room,
    });
    await socket.take('phx_close', room);
    expect((await socket.call('phoenix', 'heartbeat')).payload.status).toBe('ok');
  });
});

test('too many messages in a second close the channel', async () => {
  const room = newRoom();
  const socket = await realtime().connect();
  await socket.join(room);
  for (let index = 0; index < 600; index += 1) socket.send(`realtime:${room}`, 'broadcast', {});
  expect((await socket.take('system')).payload.message).toBe('Too many messages per second');
  await socket.take('phx_close', room);
});

test('messages before the reply to a join are handled after it, in their order', async () => {
  const room = newRoom();
  const socket = await realtime().connect();
  const reply = socket.join(room, { broadcast: { self: true } });
  for (const text of ['1', '2', '3'])
    socket.send(`realtime:${room}`, 'broadcast', { type: 'broadcast', event: 'said', payload: { text } });
  await reply;
  for (const text of ['1', '2', '3'])
    expect((await socket.take('broadcast')).payload.payload).toEqual({ text });
});
