import { beforeAll, expect, it } from 'vitest';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import { createReadReplay, type ReadReplay } from './read-replay.ts';

describeOnEveryServer('replay', (server) => {
  const minute = 60_000;
  const now = Date.now();
  let replay: ReadReplay;

  beforeAll(async () => {
    const { sql, realtime } = server().database;
    replay = createReadReplay(realtime);
    await sql.script(`
      insert into realtime.messages (topic, extension, private, event, payload, inserted_at)
        select 'room', 'broadcast', true, 'e' || n, jsonb_build_object('n', n),
          timezone('utc', to_timestamp(${now} / 1000.0)) - n * interval '1 minute'
        from generate_series(1, 40) n;
      insert into realtime.messages (topic, extension, private, event, payload) values
        ('room', 'broadcast', false, 'public', '{}'), ('room', 'presence', true, 'presence', '{}'),
        ('other', 'broadcast', true, 'other', '{}'), ('room', 'broadcast', true, 'empty', null);
      insert into realtime.messages (topic, extension, private, event, payload, inserted_at)
        values ('room', 'broadcast', true, 'future', '{}', timezone('utc', now()) + interval '2 days');
      select realtime.send('{}', 'first', 'together'), realtime.send('{}', 'second', 'together'), realtime.send('{}', 'third', 'together');
      select realtime.send_binary('\\x00ff', 'bytes', 'binary');`);
  });
  const events = async (topic: string, since: number, limit: number) =>
    (await replay(topic, { since, limit })).map(({ event }) => event);

  it('is the newest messages since a time, the oldest of them first', async () => {
    expect(await events('room', now - 5 * minute, 10)).toEqual(['e5', 'e4', 'e3', 'e2', 'e1']);
    expect(await events('room', now - 5 * minute + 1, 10)).toEqual(['e4', 'e3', 'e2', 'e1']);
    expect(await events('room', 0, 3)).toEqual(['e3', 'e2', 'e1']);
    expect(await events('empty room', 0, 3)).toEqual([]);
  });

  it('marks messages as replayed, with their id', async () => {
    const [message] = await replay('room', { since: 0, limit: 1 });
    expect(message).toEqual({
      topic: 'room',
      private: true,
      event: 'e1',
      payload: '{"n": 1}',
      meta: expect.stringMatching(/^\{"id":"[0-9a-f-]{36}","replayed":true\}$/),
    });
    expect((await replay('binary', { since: 0, limit: 1 }))[0]?.payload).toEqual(Buffer.from([0, 255]));
  });

  it('keeps the order of messages of one transaction', async () => {
    expect(await events('together', 0, 25)).toEqual(['first', 'second', 'third']);
  });

  it.each([
    [-3, 1],
    [0, 1],
    [25, 25],
    [26, 25],
    [1e9, 25],
  ])('with a limit of %s has %s messages', async (limit, count) => {
    expect(await events('room', 0, limit)).toHaveLength(count);
  });

  it.each([Number.MIN_SAFE_INTEGER, -1, Number.MAX_SAFE_INTEGER])('since %s is no fault', async (since) => {
    expect(await events('room', since, 1)).toHaveLength(since < 0 ? 1 : 0);
  });

  it('of a topic that Postgres cannot hold is empty', async () => {
    expect(await events('a\0', 0, 1)).toEqual([]);
  });
});
