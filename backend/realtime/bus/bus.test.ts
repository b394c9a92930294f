import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Connections } from '../../../database/database.ts';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { PresenceChange } from '../presence-change.ts';
import { decodeBusMessages, encodeBusMessage } from './bus-message.ts';
import { type Bus, type BusOptions, busChannel, createBus } from './create-bus.ts';
import { createSeal, createUnseal } from './sealed-notification.ts';
import { createSendQueue } from './send-queue.ts';

const key = randomBytes(32);
const warnings: string[] = [];
const log = (entry: { message: string; error?: unknown }) =>
  void warnings.push(`${entry.message} ${entry.error ?? ''}`);

const toMessage = (payload: string): BroadcastMessage => ({ topic: 't', private: true, event: 'e', payload });
const joinOf = (ref: string): PresenceChange => ({
  topic: 'room',
  private: false,
  joins: [{ key: ref, ref, meta: `{"phx_ref":"${ref}"}` }],
  leaves: [],
});

/** A process with presences of its own, which keeps what it hears. */
function openBus(database: BusOptions['database'], presences: PresenceChange[] = [], heartbeatMs = 50) {
  const broadcasts: string[] = [];
  const present = new Map<string, Set<string>>();
  const bus: Bus = createBus({
    database,
    key,
    now: Date.now,
    log,
    times: { heartbeatMs, silentMs: 60_000 },
    onBroadcast: ({ payload }) => void broadcasts.push(String(payload)),
    onPresence(process, { joins }) {
      const refs = present.get(process) ?? new Set();
      for (const { ref } of joins) refs.add(ref);
      present.set(process, refs);
    },
    keepPresences(process, refs) {
      for (const ref of present.get(process) ?? []) if (!refs.has(ref)) present.get(process)?.delete(ref);
    },
    listPresences: () => presences,
  });
  return { bus, broadcasts, refs: () => [...present.values()].flatMap((refs) => [...refs]).sort() };
}

describeOnEveryServer('processes on one database', (server) => {
  const database = () => server().database.realtime;

  it('hear each other, and not themselves', async () => {
    const [one, two] = [openBus(database()), openBus(database())];
    await Promise.all([one.bus.ready, two.bus.ready]);
    one.bus.broadcast(toMessage('"from one"'));
    two.bus.broadcast(toMessage('"from two"'));
    await expect.poll(() => one.broadcasts).toEqual(['"from two"']);
    await expect.poll(() => two.broadcasts).toEqual(['"from one"']);
    await Promise.all([one.bus.close(), two.bus.close()]);
  });

  it('ask for the presences of a process when a notification of it was lost', async () => {
    let isLost = false;
    const presences = [joinOf('early')];
    const losing: BusOptions['database'] = {
      listen: database().listen,
      async batch(statements) {
        if (isLost) throw new Error('The connection was lost.');
        return database().batch(statements);
      },
    };
    const [one, two] = [openBus(losing, presences), openBus(database())];
    await Promise.all([one.bus.ready, two.bus.ready]);
    one.bus.announce(joinOf('early'));
    await expect.poll(two.refs).toEqual(['early']);
    isLost = true;
    presences.splice(0, 1, joinOf('late'), joinOf('latest'));
    one.bus.announce(joinOf('late'));
    await expect.poll(() => warnings.join()).toContain('Realtime messages do not reach the other processes.');
    isLost = false;
    // The next heartbeat has a number that is too high.
    await expect.poll(two.refs).toEqual(['late', 'latest']);
    await Promise.all([one.bus.close(), two.bus.close()]);
  });

  it('ask for all presences when they hear again after a lost connection', async () => {
    const { sql } = server().database;
    const presences = [joinOf('early')];
    const never = 3_600_000;
    const [one, two] = [openBus(database(), presences, never), openBus(database(), [], never)];
    await expect.poll(two.refs).toEqual(['early']);
    const listening = `from pg_stat_activity where datname = current_database() and query = 'listen "${busChannel}"'`;
    const limit = (connections: number) =>
      sql.script(
        `do $$ begin execute format('alter database %I connection limit ${connections}', current_database()); end $$`,
      );
    await limit(0);
    try {
      await sql.script(`select pg_terminate_backend(pid) ${listening}`);
      await expect.poll(() => sql.script(`select 1 ${listening}`)).toHaveLength(0);
      presences.splice(0, 1, joinOf('late'));
      one.bus.announce(joinOf('late'));
    } finally {
      await limit(-1);
    }
    await expect.poll(two.refs).toEqual(['late']);
    await Promise.all([one.bus.close(), two.bus.close()]);
  });

  it('take their presences along when they end', async () => {
    const [one, two] = [openBus(database(), [joinOf('one')]), openBus(database())];
    await expect.poll(two.refs).toEqual(['one']);
    await one.bus.close();
    await expect.poll(two.refs).toEqual([]);
    await two.bus.close();
  });

  it('lose the oldest messages when the database is slow, and tell it once', async () => {
    const [heard, gates]: [string[], (() => void)[]] = [[], []];
    const unseal = createUnseal(key);
    const sequences: number[] = [];
    const stop = await database().listen(busChannel, (text) => {
      const notification = unseal(text);
      if (!notification) return;
      sequences.push(notification.sequence);
      for (const message of decodeBusMessages(notification.bytes))
        if (message.kind === 'broadcast') heard.push(String(message.message.payload));
    });
    const slow: Pick<Connections, 'batch'> = {
      async batch(statements) {
        await new Promise<void>((resolve) => gates.push(resolve));
        return database().batch(statements);
      },
    };
    warnings.length = 0;
    const queue = createSendQueue({
      database: slow,
      channel: busChannel,
      key,
      process: 'slow',
      now: Date.now,
      log,
      maxQueuedBytes: 1000,
    });
    const sizeOfOne = encodeBusMessage({ kind: 'broadcast', message: toMessage('"00"') }).length;
    const send = (number: number) =>
      queue.add(encodeBusMessage({ kind: 'broadcast', message: toMessage(`"${number}"`) }));
    send(10);
    await expect.poll(() => gates.length).toBe(1);
    const numbers = Array.from({ length: 60 }, (_, index) => index + 20);
    for (const number of numbers) send(number);
    gates[0]?.();
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.();
    await queue.sent();
    await expect.poll(() => heard.at(-1)).toBe('"79"');
    const kept = Math.floor(1000 / sizeOfOne);
    expect(heard).toEqual(['"10"', ...numbers.slice(-kept).map((number) => `"${number}"`)]);
    expect(sequences[0]).toBe(1);
    expect(sequences[1]).toBeGreaterThan(2);
    expect(warnings).toHaveLength(1);
    await stop();
  });
});

describe('a notification', () => {
  const bytes = Buffer.from('hello');
  const sealed = createSeal(key, 'one')({ sequence: 7, sentAt: 1234, isFirst: true, isLast: false, bytes });

  test('is read with the same key only', () => {
    expect(createUnseal(key)(sealed)).toEqual({
      process: 'one',
      sequence: 7,
      sentAt: 1234,
      isFirst: true,
      isLast: false,
      bytes,
    });
    expect(createUnseal(randomBytes(32))(sealed)).toBeUndefined();
  });

  test('is refused with another sender, another number or another content', () => {
    const unseal = createUnseal(key);
    const [, , body = ''] = sealed.split('.');
    for (const text of [
      `two.7.${body}`,
      `one.8.${body}`,
      `one.7.${body.replace(/^./, (a) => (a === 'A' ? 'B' : 'A'))}`,
    ])
      expect(unseal(text)).toBeUndefined();
  });

  test('may be any text', () => {
    const unseal = createUnseal(key);
    fc.assert(fc.property(fc.string(), (text) => unseal(text) === undefined));
    const part = fc.string({ unit: 'binary-ascii' });
    fc.assert(fc.property(part, part, (number, body) => unseal(`one.${number}.${body}`) === undefined));
  });
});

test('messages between processes are read as they were written', () => {
  const messages = fc.array(
    fc.record({
      topic: fc.string(),
      private: fc.boolean(),
      event: fc.string({ unit: 'grapheme' }),
      payload: fc.oneof(fc.json(), fc.uint8Array()),
    }),
  );
  fc.assert(
    fc.property(messages, (given) => {
      const encoded = given.map((message) => encodeBusMessage({ kind: 'broadcast', message }));
      const read = decodeBusMessages(Buffer.concat(encoded)).map(
        (one) => one.kind === 'broadcast' && { ...one.message, payload: toText(one.message.payload) },
      );
      expect(read).toEqual(given.map((message) => ({ ...message, payload: toText(message.payload) })));
    }),
  );
});

function toText(payload: string | Uint8Array): string {
  return typeof payload === 'string' ? payload : `bytes ${Buffer.from(payload).toString('hex')}`;
}
