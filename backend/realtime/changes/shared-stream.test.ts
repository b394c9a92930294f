import { expect, test } from 'vitest';
import type { OpenReplication } from '../../../database/replication/replication.ts';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';
import { openTestFeed } from '../../../tests/harness/realtime/test-feed.ts';
import { createSharedStream, type StreamFollower } from './shared-stream.ts';

const ok = 'ok: Subscribed to PostgreSQL';

describeOnEveryServer('the stream of changes', (server) => {
  const run = (text: string) => server().database.sql.script(text);
  const publish = (name: string) =>
    run(
      `create table public.${name} (id int primary key, t text); alter publication supabase_realtime add table public.${name}`,
    );
  const countSlots = async () => {
    const [row] = await server().database.sql<{ count: number }[]>`
      select count(*)::int as count from pg_replication_slots where database = current_database()
    `;
    return row?.count;
  };

  test('is one for all subscribers, and closes after the last', async () => {
    await publish('shared');
    const opened = openTestFeed(server());
    expect(await countSlots()).toBe(0);
    const subscribers = ['a', 'b', 'c'].map(() => opened.subscribe([{ table: 'shared' }]));
    for (const subscriber of subscribers) expect(await subscriber.ready()).toBe(ok);
    expect(await countSlots()).toBe(1);
    for (const { subscription } of subscribers) subscription.close();
    await expect.poll(countSlots).toBe(0);
    // A later subscriber opens it again.
    const later = opened.subscribe([{ table: 'shared' }]);
    expect(await later.ready()).toBe(ok);
    await run("insert into public.shared values (1, 'x')");
    await expect.poll(() => later.changes.length).toBe(1);
    await opened.feed.close();
    await opened.stream.close();
    expect(await countSlots()).toBe(0);
  });

  test('opens again when it is interrupted: subscribers hear both, and later changes', async () => {
    await publish('interrupted');
    const opened = openTestFeed(server());
    const subscriber = opened.subscribe([{ table: 'interrupted' }]);
    expect(await subscriber.ready()).toBe(ok);
    await run(
      'select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()',
    );
    await expect
      .poll(() => subscriber.statuses)
      .toEqual([ok, 'error: The connection to the database was interrupted.', ok]);
    await run("insert into public.interrupted values (1, 'after')");
    await expect.poll(() => subscriber.changes.length).toBe(1);
    expect(opened.faults).toEqual([expect.stringMatching(/^The stream of database changes is interrupted/)]);
    await opened.feed.close();
    await opened.stream.close();
  });

  test('waits for a follower that is slow, and then goes on in order', async () => {
    await publish('ordered');
    const { auth: catalogue, openReplication } = server().database;
    const stream = createSharedStream({ openReplication, catalogue, log: () => {}, idleMs: 50 });
    const seen: (string | null | undefined)[] = [];
    const gate = Promise.withResolvers<void>();
    const isOpen = Promise.withResolvers<void>();
    stream.follow({
      onTransaction(changes) {
        seen.push(...changes.map(({ record }) => record?.[0]));
        return gate.promise;
      },
      onOpen: () => isOpen.resolve(),
      onLost: (message) => isOpen.reject(new Error(message)),
    });
    await isOpen.promise;
    for (let n = 0; n < 20; n++) await run(`insert into public.ordered values (${n}, repeat('x', 1000))`);
    await expect.poll(() => seen.length).toBe(1);
    gate.resolve();
    await expect.poll(() => seen.length).toBe(20);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
    await stream.close();
  });

  test('says what the server lacks, and tries again for a later subscriber', async () => {
    await publish('later');
    await run(`drop publication if exists supabase_realtime_messages_publication;
      alter publication supabase_realtime rename to elsewhere`);
    const stream = createSharedStream({
      openReplication: server().database.openReplication,
      catalogue: server().database.auth,
      log: () => {},
    });
    const heard: unknown[] = [];
    const follower: StreamFollower = {
      onTransaction() {},
      onOpen: () => heard.push('open'),
      onLost: (message, isFinal) => heard.push([message, isFinal]),
    };
    const unfollow = stream.follow(follower);
    await expect
      .poll(() => heard)
      .toEqual([[expect.stringMatching(/Run: create publication supabase_realtime;$/), true]]);
    unfollow();
    await run('alter publication elsewhere rename to supabase_realtime');
    stream.follow(follower);
    await expect.poll(() => heard.at(-1)).toBe('open');
    await stream.close();
  });

  test('is closed in the end, also while it opens', async () => {
    const { auth: catalogue, openReplication } = server().database;
    const opening = Promise.withResolvers<void>();
    const slowly: OpenReplication = async (options) => {
      const opened = await openReplication(options);
      opening.resolve();
      return opened;
    };
    const stream = createSharedStream({ openReplication: slowly, catalogue, log: () => {} });
    stream.follow({ onTransaction() {}, onOpen() {}, onLost() {} });
    await stream.close();
    await opening.promise;
    await expect.poll(countSlots).toBe(0);
  });
});
