import { afterEach, expect, it, vi } from 'vitest';
import type { LogEntry } from '../../../database/log.ts';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import { type MessageCleanUp, type MessageCleanUpOptions, startMessageCleanUp } from './clean-up.ts';

describeOnEveryServer('the partitions of messages', (server) => {
  const db = () => server().database;
  const started: MessageCleanUp[] = [];
  const start = (options: Partial<MessageCleanUpOptions> = {}) => {
    const cleanUp = startMessageCleanUp({ database: db(), log: () => {}, ...options });
    started.push(cleanUp);
    return cleanUp;
  };
  afterEach(async () => {
    for (const cleanUp of started.splice(0)) await cleanUp.close();
  });
  const at = (time: string) => start({ now: () => new Date(time) });
  const partitions = async () => {
    const rows = await db().sql<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits where inhparent = 'realtime.messages'::regclass order by 1`;
    return rows.map(({ name }) => name.replace('realtime.messages_', ''));
  };
  const insert = (topic: string, time: string) => db().sql`
    insert into realtime.messages (topic, extension, payload, inserted_at) values (${topic}, 'broadcast', '{}', ${time}::timestamp)`;
  const places = () => db().sql`
    select topic, replace(tableoid::regclass::text, 'realtime.messages_', '') as partition from realtime.messages order by topic`;

  it('are made for today and the next three days, with the messages that came before them', async () => {
    await insert('a', '2026-03-27 23:59:59.999');
    await insert('b', '2026-03-28 00:00:00');
    await insert('c', '2026-03-29 23:59:59.999999');
    expect(await at('2026-03-28T22:30:00Z').run()).toBe(true);
    expect(await partitions()).toEqual(['2026_03_28', '2026_03_29', '2026_03_30', '2026_03_31', 'default']);
    expect(await places()).toEqual([
      { topic: 'a', partition: 'default' },
      { topic: 'b', partition: '2026_03_28' },
      { topic: 'c', partition: '2026_03_29' },
    ]);
    const owners = await db().sql`
      select distinct tableowner as owner from pg_tables where schemaname = 'realtime' and tablename like 'messages%'`;
    expect(owners).toEqual([{ owner: 'supabase_realtime_admin' }]);
  });

  it('stay when there is nothing to do', async () => {
    const before = await db()
      .sql`select oid, relname from pg_class where relname like 'messages%' order by 1`;
    await at('2026-03-28T23:59:59Z').run();
    expect(
      await db().sql`select oid, relname from pg_class where relname like 'messages%' order by 1`,
    ).toEqual(before);
  });

  it('are dropped with their messages three days later, also where no process ran in between', async () => {
    await at('2026-03-31T00:00:00Z').run();
    expect(await partitions()).toContain('2026_03_28');
    expect((await places()).map(({ topic }) => topic)).toEqual(['b', 'c']);
    await insert('d', '2026-04-09 12:00:00');
    await at('2026-04-09T13:00:00Z').run();
    expect(await partitions()).toEqual(['2026_04_09', '2026_04_10', '2026_04_11', '2026_04_12', 'default']);
    expect(await places()).toEqual([{ topic: 'd', partition: '2026_04_09' }]);
  });

  it('cannot be read by callers but through the policies of their table', async () => {
    await db().sql.script(`create policy p on realtime.messages for select to anon using (topic = 'none')`);
    const read = (table: string) => db().asRole('anon', {}, (sql) => sql.unsafe(`select from ${table}`, []));
    expect(await read('realtime.messages')).toEqual([]);
    await expect(read('realtime.messages_2026_04_09')).rejects.toMatchObject({ code: '42501' });
  });

  it('are made by one process at a time', async () => {
    await db().transaction(async (sql) => {
      await sql`select pg_advisory_xact_lock(7205759405)`;
      expect(await at('2026-05-01T00:00:00Z').run()).toBe(false);
    });
    const runs = Array.from({ length: 3 }, () => at('2026-05-01T00:00:00Z').run());
    expect(await Promise.all(runs)).toContain(true);
    expect(await partitions()).toEqual(['2026_05_01', '2026_05_02', '2026_05_03', '2026_05_04', 'default']);
  });

  it('are made while messages are sent, and none is lost', async () => {
    const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'];
    let isDone = false;
    let sent = 0;
    const sending = days.map(async (day) => {
      while (!isDone) {
        await insert(`busy ${day}`, `${day} 10:00:00`);
        sent += 1;
      }
    });
    await vi.waitFor(() => expect(sent).toBeGreaterThan(20), { timeout: 10_000 });
    // On a busy machine the lock may not be free in time.
    await vi.waitFor(() => at('2026-06-01T00:00:00Z').run(), { timeout: 20_000 });
    const atThisTime = sent;
    await vi.waitFor(() => expect(sent).toBeGreaterThan(atThisTime + 20), { timeout: 10_000 });
    isDone = true;
    await Promise.all(sending);
    const [row] = await db().sql`
      select count(*)::int as all, count(*) filter (where tableoid = 'realtime.messages_default'::regclass)::int as rest
      from realtime.messages where topic like 'busy%'`;
    expect(row).toEqual({ all: sent, rest: 0 });
  });

  it('are made by themselves, and a failure is logged and tried again', async () => {
    const entries: LogEntry[] = [];
    let isBroken = true;
    const now = () => {
      if (isBroken) throw new Error('no clock');
      return new Date('2026-07-01T00:00:00Z');
    };
    start({ now, log: (entry) => void entries.push(entry), firstAfterMs: 1, everyMs: 20 });
    await vi.waitFor(() => expect(entries.length).toBeGreaterThan(0), { timeout: 10_000 });
    expect(entries[0]).toMatchObject({ level: 'warn', error: 'Error: no clock' });
    isBroken = false;
    await vi.waitFor(async () => expect(await partitions()).toContain('2026_07_01'), { timeout: 10_000 });
  });
});
