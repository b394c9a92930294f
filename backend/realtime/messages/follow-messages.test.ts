import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { ReplicationStream } from '../../../database/replication/replication.ts';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import { toTestCaller } from '../../../tests/harness/realtime/test-caller.ts';
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { StreamFollower } from '../changes/shared-stream.ts';
import { startMessageCleanUp } from './clean-up.ts';
import { followMessages } from './follow-messages.ts';
import { createReadRights } from './read-rights.ts';

describeOnEveryServer('messages that are committed', (server) => {
  const db = () => server().database;
  const delivered: BroadcastMessage[] = [];
  const states: string[] = [];
  let stream: ReplicationStream;
  let follower: StreamFollower | undefined;
  let stop = () => {};

  beforeAll(async () => {
    stop = followMessages({
      stream: {
        follow(given) {
          follower = given;
          return () => {
            follower = undefined;
          };
        },
      },
      deliver: (message) => void delivered.push(message),
      onOpen: () => void states.push('open'),
      onLost: (message, isFinal) => void states.push(`${message} ${isFinal}`),
    });
    stream = await db().openReplication({
      publications: ['supabase_realtime', 'supabase_realtime_messages_publication'],
      onTransaction: (changes, commit) => follower?.onTransaction(changes, commit),
      onLost: () => {},
    });
  });
  afterAll(() => stream.close());
  beforeEach(() => {
    delivered.length = 0;
  });

  /** Everything that was committed before this call has been read when it resolves. */
  async function readAll(): Promise<BroadcastMessage[]> {
    await db().sql`select realtime.send('{}', 'end', 'end')`;
    await vi.waitFor(() => expect(delivered.at(-1)?.topic).toBe('end'), { timeout: 10_000 });
    return delivered.slice(0, -1);
  }

  it('are delivered with the id of their row', async () => {
    await db().sql`select realtime.send('{"n": 1.50, "ü": "\\u00e9"}', 'greeting', 'room-1')`;
    await db().sql`select realtime.send('{"id": 7}', 'greeting', 'room-1', false)`;
    await db().sql`select realtime.send_binary('\\x00ff7b', 'bytes', 'room-1')`;
    const messages = await readAll();
    const rows = await db().sql<{ id: string }[]>`
      select id from realtime.messages where topic = 'room-1' order by ctid`;
    const metas = rows.map(({ id }) => JSON.stringify({ id }));
    expect(messages.map(({ payload, ...rest }) => rest)).toEqual([
      { topic: 'room-1', private: true, event: 'greeting', meta: metas[0] },
      { topic: 'room-1', private: false, event: 'greeting', meta: metas[1] },
      { topic: 'room-1', private: true, event: 'bytes', meta: metas[2] },
    ]);
    expect(messages.slice(0, 2).map(({ payload }) => payload)).toEqual([
      `{"n": 1.50, "id": "${rows[0]?.id}", "ü": "é"}`,
      '{"id": 7}',
    ]);
    expect(messages[2]?.payload).toEqual(Buffer.from([0, 255, 123]));
  });

  it('are delivered in their order, and not when the transaction is rolled back', async () => {
    await db().transaction(async (sql) => {
      for (let n = 1; n <= 3; n += 1) await sql`select realtime.send('{}', ${`e${n}`}, 'room-2')`;
    });
    await db()
      .transaction(async (sql) => {
        await sql`select realtime.send('{}', 'lost', 'room-2')`;
        throw new Error('undone');
      })
      .catch(() => {});
    expect((await readAll()).map(({ event }) => event)).toEqual(['e1', 'e2', 'e3']);
  });

  it('are delivered from every partition, and not again when they are moved into one', async () => {
    await db().sql`select realtime.send('{}', 'before', 'room-3')`;
    const cleanUp = startMessageCleanUp({ database: db(), log: () => {} });
    expect(await cleanUp.run()).toBe(true);
    await cleanUp.close();
    await db().sql`select realtime.send('{}', 'after', 'room-3')`;
    const places = await db().sql`
      select event, tableoid::regclass::text <> 'realtime.messages_default' as "isOfDay" from realtime.messages where topic = 'room-3' order by event`;
    expect(places).toEqual([
      { event: 'after', isOfDay: true },
      { event: 'before', isOfDay: true },
    ]);
    expect((await readAll()).map(({ event }) => event)).toEqual(['before', 'after']);
  });

  it('are not the rows with which policies are asked, changed rows, or rows that are no broadcast', async () => {
    await db().sql.script('create policy p on realtime.messages using (true)');
    await createReadRights(db().realtime)(toTestCaller('anon'), 'room-4');
    await db().sql.script(`
      drop policy p on realtime.messages;
      insert into realtime.messages (topic, extension, event, payload) values ('room-4', 'presence', 'e', '{}');
      insert into realtime.messages (topic, extension, event) values ('room-4', 'broadcast', 'no payload');
      insert into realtime.messages (topic, extension, payload) values ('room-4', 'broadcast', '"no event"');
      update realtime.messages set payload = '1' where topic = 'room-4';
      delete from realtime.messages where topic = 'room-4';`);
    expect(await readAll()).toEqual([]);
  });

  it('report when they arrive and when they do not', () => {
    follower?.onOpen();
    follower?.onLost('The stream is interrupted.', false);
    expect(states).toEqual(['open', 'The stream is interrupted. false']);
    stop();
    expect(follower).toBeUndefined();
  });
});
