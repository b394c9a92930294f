import { expect, test } from 'vitest';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import {
  callerOf,
  openTestFeed,
  type TestSubscriber,
  useTestFeed,
} from '../../../tests/harness/realtime/test-feed.ts';

const users = Array.from({ length: 30 }, (_, n) => `0a000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
const [anna = '', ben = ''] = users;
const ok = 'ok: Subscribed to PostgreSQL';

describeOnEveryServer('database changes', (server) => {
  const opened = useTestFeed(server);
  const feed = () => opened();
  const run = (text: string) => server().database.sql.script(text);

  /** Makes a table that the publication lists. */
  const publish = (name: string, columns: string, then = '') =>
    run(
      `create table public.${name} (${columns}); alter publication supabase_realtime add table public.${name}; ${then}`,
    );

  /** Waits for the changes up to a row that all may see, so that what has not come until then does not come. */
  async function upTo(subscriber: TestSubscriber, isLast: (data: Record<string, unknown>) => boolean) {
    await expect.poll(() => subscriber.changes.some(({ data }) => isLast(data))).toBe(true);
    return subscriber.changes.map(({ data }) => data);
  }

  test('arrive with columns, values and the time of the commit', async () => {
    await publish('notes', 'id int8 primary key, body text, at timestamptz, tags text[]');
    const subscriber = feed().subscribe([{ table: 'notes' }, { table: 'notes', event: 'INSERT' }]);
    expect(await subscriber.ready()).toBe(ok);
    await run(`insert into public.notes values (1, 'é"\\', '2026-11-16 09:30:00.5+00', '{a,"b,c",null}')`);
    await run(`update public.notes set body = null where id = 1`);
    await run(`delete from public.notes where id = 1`);
    await expect.poll(() => subscriber.changes.length).toBe(3);
    const columns = [
      { name: 'id', type: 'int8' },
      { name: 'body', type: 'text' },
      { name: 'at', type: 'timestamptz' },
      { name: 'tags', type: '_text' },
    ];
    const common = {
      schema: 'public',
      table: 'notes',
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      columns,
      errors: null,
    };
    const at = '2026-11-16T09:30:00.5+00:00';
    const tags = ['a', 'b,c', null];
    expect(subscriber.changes.map(({ ids, data }) => ({ ids, data }))).toEqual([
      { ids: [0, 1], data: { ...common, type: 'INSERT', record: { id: 1, body: 'é"\\', at, tags } } },
      {
        ids: [0],
        data: { ...common, type: 'UPDATE', record: { id: 1, body: null, at, tags }, old_record: { id: 1 } },
      },
      { ids: [0], data: { ...common, type: 'DELETE', old_record: { id: 1 } } },
    ]);
    subscriber.subscription.close();
  });

  test('with full replica identity have the whole old row, and large values that did not change', async () => {
    await publish(
      'texts',
      'id int primary key, body text, n int',
      'alter table public.texts replica identity full; alter table public.texts alter body set storage external',
    );
    const subscriber = feed().subscribe([{ table: 'texts' }]);
    expect(await subscriber.ready()).toBe(ok);
    await run(`insert into public.texts values (1, repeat('x', 10000), 1)`);
    await run(`update public.texts set n = 2`);
    await run(`delete from public.texts`);
    await expect.poll(() => subscriber.changes.length).toBe(3);
    const body = 'x'.repeat(10_000);
    expect(subscriber.changes[1]?.data).toMatchObject({
      record: { id: 1, body, n: 2 },
      old_record: { id: 1, body, n: 1 },
    });
    expect(subscriber.changes[2]?.data).toMatchObject({ old_record: { id: 1, body, n: 2 } });
    // With the key as identity, a large value that did not change is not in the record.
    await run(
      `alter table public.texts replica identity default; insert into public.texts values (2, repeat('y', 10000), 1)`,
    );
    await run(`update public.texts set n = 2, id = 3`);
    await expect.poll(() => subscriber.changes.length).toBe(5);
    expect(subscriber.changes[4]?.data).toMatchObject({ record: { id: 3, n: 2 }, old_record: { id: 2 } });
    expect(subscriber.changes[4]?.data.record).not.toHaveProperty('body');
    subscriber.subscription.close();
  });

  test('of a protected table go to those who may see the row, and deletes have the key only', async () => {
    await publish(
      'diaries',
      'id int primary key, owner uuid, body text',
      `alter table public.diaries enable row level security;
       alter table public.diaries replica identity full;
       create policy own on public.diaries to authenticated using (owner = (select auth.uid()) or body = 'all');`,
    );
    const subscribers = users.map((user) =>
      feed().subscribe([{ table: 'diaries' }], callerOf('authenticated', user)),
    );
    const visitor = feed().subscribe([{ table: 'diaries' }], callerOf('anon'));
    const service = feed().subscribe([{ table: 'diaries' }]);
    for (const subscriber of [...subscribers, visitor, service]) expect(await subscriber.ready()).toBe(ok);
    const rows = users.map((user, n) => `(${n}, '${user}', 'row ${n}')`);
    await run(`insert into public.diaries values ${rows.join(', ')}`);
    await run(`update public.diaries set body = body || '!' where id = 3`);
    await run(`insert into public.diaries values (100, null, 'all')`);
    await expect.poll(() => service.changes.length).toBe(32);
    await run(`delete from public.diaries where id = 4`);
    const isLast = ({ type }: Record<string, unknown>) => type === 'DELETE';
    for (const [n, subscriber] of subscribers.entries()) {
      const seen = await upTo(subscriber, isLast);
      expect(seen.map(({ type, record }) => [type, record?.id])).toEqual([
        ['INSERT', n],
        ...(n === 3 ? [['UPDATE', 3]] : []),
        ['INSERT', 100],
        ['DELETE', undefined],
      ]);
      expect(seen.at(-1)).toMatchObject({ old_record: { id: 4 } });
      expect(Object.keys(seen.at(-1)?.old_record)).toEqual(['id']);
    }
    expect((await upTo(service, isLast)).length).toBe(33);
    expect((await upTo(visitor, isLast)).map(({ type }) => type)).toEqual(['DELETE']);
    for (const { subscription } of [...subscribers, visitor, service]) subscription.close();
    expect(feed().faults).toEqual([]);
  });

  test('follow the newest token and a policy that changes', async () => {
    await publish(
      'letters',
      'id int primary key, owner uuid',
      `alter table public.letters enable row level security;
       create policy own on public.letters using (owner = auth.uid());`,
    );
    const subscriber = feed().subscribe([{ table: 'letters' }], callerOf('authenticated', anna));
    const service = feed().subscribe([{ table: 'letters' }]);
    expect(await subscriber.ready()).toBe(ok);
    expect(await service.ready()).toBe(ok);
    await run(`insert into public.letters values (1, '${ben}')`);
    await expect.poll(() => service.changes.length).toBe(1);
    subscriber.subscription.setCaller(callerOf('authenticated', ben));
    await run(`insert into public.letters values (2, '${ben}')`);
    expect((await upTo(subscriber, ({ type }) => type === 'INSERT')).map(({ record }) => record.id)).toEqual([
      2,
    ]);
    await run('create policy everything on public.letters using (true)');
    await run(`insert into public.letters values (3, '${anna}')`);
    await expect.poll(() => subscriber.changes.at(-1)?.data.record.id).toBe(3);
    // Closed: nothing more is heard.
    subscriber.subscription.close();
    await run(`insert into public.letters values (4, '${ben}')`);
    await expect.poll(() => service.changes.length).toBe(4);
    expect(subscriber.changes).toHaveLength(2);
    service.subscription.close();
  });

  test('of a policy that fails for one caller still go to the others', async () => {
    await publish(
      'orders',
      'id int primary key, team int',
      `alter table public.orders enable row level security;
       create policy team on public.orders using (team = (auth.jwt() ->> 'team')::int);`,
    );
    const good = users.map((user) =>
      feed().subscribe([{ table: 'orders' }], callerOf('authenticated', user, { team: 7 })),
    );
    const bad = feed().subscribe([{ table: 'orders' }], callerOf('authenticated', anna, { team: 'x' }));
    for (const subscriber of [...good, bad]) await subscriber.ready();
    await run('insert into public.orders values (1, 7), (2, 8)');
    for (const subscriber of good) {
      await expect.poll(() => subscriber.changes.length).toBe(1);
      expect(subscriber.changes[0]?.data.record).toEqual({ id: 1, team: 7 });
    }
    expect(bad.changes).toEqual([]);
    expect(feed().faults.splice(0).join()).toMatch(
      /Row security of public.orders fails.*invalid input syntax/,
    );
    for (const { subscription } of [...good, bad]) subscription.close();
  });

  test('pass filters and row security together, for many kinds of change in one transaction', async () => {
    await publish(
      'tasks',
      'team int, n int, owner uuid, state text, primary key (team, n)',
      `alter table public.tasks enable row level security;
       create policy own on public.tasks to authenticated using (owner = auth.uid());`,
    );
    const wanted = [
      { table: 'tasks', filter: 'state=eq.open' },
      { table: 'tasks', event: 'UPDATE' },
      { table: 'tasks', filter: 'n=gt.2,state=like.%n%' },
    ];
    const [one, other] = [anna, ben].map((user) => feed().subscribe(wanted, callerOf('authenticated', user)));
    const service = feed().subscribe([{ table: 'tasks' }]);
    for (const subscriber of [one, other, service]) expect(await subscriber?.ready()).toBe(ok);
    await run(`begin;
      insert into public.tasks select 1, n, case n % 2 when 0 then '${anna}'::uuid else '${ben}' end, case when n < 3 then 'open' else 'done' end
        from generate_series(1, 6) n;
      update public.tasks set state = 'open' where n = 6;
      update public.tasks set state = 'closed' where n = 1;
      commit;`);
    await expect.poll(() => service.changes.length).toBe(8);
    const heard = (subscriber: TestSubscriber | undefined) =>
      subscriber?.changes.map(({ ids, data }) => `${data.type} ${data.record.n} for ${ids.join(' ')}`);
    // Rows are judged as they are now; filters see the row of the change.
    expect(heard(one)).toEqual(['INSERT 2 for 0', 'INSERT 4 for 2', 'INSERT 6 for 2', 'UPDATE 6 for 1 0 2']);
    expect(heard(other)).toEqual(['INSERT 1 for 0', 'INSERT 3 for 2', 'INSERT 5 for 2', 'UPDATE 1 for 1']);
    for (const subscriber of [one, other, service]) subscriber?.subscription.close();
  });

  test('find rows by composite keys and by keys of any type', async () => {
    const policy = (name: string) =>
      `alter table public.${name} enable row level security; create policy seen on public.${name} using (seen);`;
    await publish('pairs', 'a text, b timestamptz, seen bool, primary key (a, b)', policy('pairs'));
    await publish('flags', 'f bool primary key, seen bool', policy('flags'));
    await publish('codes', `c char(5) primary key, seen bool`, policy('codes'));
    const subscriber = feed().subscribe([{}], callerOf('authenticated', anna));
    expect(await subscriber.ready()).toBe(ok);
    await run(`
      insert into public.pairs values ('x,"y', '2026-01-01', true), ('x,"y', '2026-01-02', false), ('', '2026-01-01 01:02:03.456', true);
      insert into public.flags values (true, true), (false, false);
      insert into public.codes values ('ab', true), ('cd', false);
    `);
    await expect.poll(() => subscriber.changes.length).toBe(4);
    expect(subscriber.changes.map(({ data }) => data.record)).toEqual([
      { a: 'x,"y', b: '2026-01-01T00:00:00+00:00', seen: true },
      { a: '', b: '2026-01-01T01:02:03.456+00:00', seen: true },
      { f: true, seen: true },
      { c: 'ab   ', seen: true },
    ]);
    subscriber.subscription.close();
  });

  test('have the columns that the role may select, and those it chose with the key', async () => {
    await publish(
      'people',
      'id int primary key, name text, salary int, born date',
      'revoke all on public.people from anon, authenticated; grant select (id, name, born) on public.people to authenticated',
    );
    const member = callerOf('authenticated', anna);
    const subscriber = feed().subscribe([{ table: 'people' }, { table: 'people', select: ['name'] }], member);
    const service = feed().subscribe([{ table: 'people' }]);
    expect(await subscriber.ready()).toBe(ok);
    expect(await service.ready()).toBe(ok);
    await run(`insert into public.people values (1, 'Ann', 100, '1990-01-02')`);
    await expect.poll(() => [subscriber.changes.length, service.changes.length]).toEqual([2, 1]);
    expect(subscriber.changes.map(({ ids, data }) => [ids, data.record, data.columns.length])).toEqual([
      [[0], { id: 1, name: 'Ann', born: '1990-01-02' }, 3],
      [[1], { id: 1, name: 'Ann' }, 2],
    ]);
    expect(service.changes[0]?.data.record.salary).toBe(100);
    // A right that is taken away counts from the next change on.
    await run('revoke select on public.people from authenticated');
    await run(
      'revoke select (id) on public.people from authenticated; grant select (name) on public.people to authenticated',
    );
    await run(`insert into public.people values (2, 'Bob', 200, null)`);
    await expect.poll(() => subscriber.changes.length).toBe(3);
    expect(subscriber.changes[2]).toMatchObject({
      ids: [0, 1],
      data: { type: 'INSERT', columns: [], record: {}, errors: ['Error 401: Unauthorized'] },
    });
    subscriber.subscription.close();
    service.subscription.close();
  });

  test('without a primary key, or too large, say so', async () => {
    await publish('keyless', 'n int');
    await publish('large', 'id int primary key, short text, long text');
    const subscriber = feed().subscribe([{ table: 'keyless' }, { table: 'large' }]);
    expect(await subscriber.ready()).toBe(ok);
    await run('insert into public.keyless values (1)');
    await run(`insert into public.large values (1, 'short', repeat('ö', 600000))`);
    await expect.poll(() => subscriber.changes.length).toBe(2);
    expect(subscriber.changes[0]?.data).toMatchObject({
      record: {},
      errors: ['Error 400: Bad Request, no primary key'],
    });
    expect(subscriber.changes[1]?.data).toMatchObject({ errors: ['Error 413: Payload Too Large'] });
    expect(subscriber.changes[1]?.data.record).toEqual({ id: 1, short: 'short' });
    subscriber.subscription.close();
  });

  test('of tables that the publication does not list are not told, also not to those who ask for all', async () => {
    await publish('listed', 'id int primary key');
    await run(`create table public.unlisted (id int primary key); create table public.secrets (id int primary key);
      drop publication if exists supabase_realtime_messages_publication;
      create publication supabase_realtime_messages_publication for table public.secrets;`);
    // A stream of its own has both publications.
    const own = openTestFeed(server());
    const everything = own.subscribe([{ schema: '*', table: '*' }]);
    const unlisted = own.subscribe([{ table: 'unlisted' }]);
    expect(await everything.ready()).toBe(ok);
    expect(await unlisted.ready()).toMatch(
      /Please check Realtime is enabled for the given connect parameters/,
    );
    await run('insert into public.secrets values (1); insert into public.unlisted values (1);');
    await run('insert into public.listed values (1)');
    await expect.poll(() => everything.changes.length).toBe(1);
    expect(everything.changes[0]?.data).toMatchObject({ table: 'listed' });
    await own.feed.close();
    await own.stream.close();
  });
});
