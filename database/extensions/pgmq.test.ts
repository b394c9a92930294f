import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import { exposeQueues } from './expose-queues.ts';

describeOnEveryServer('the stand-in for pgmq', (server) => {
  const db = () => server().database;
  const { apply } = useSiteMigrations(server);
  beforeEach(() => apply('create extension if not exists pgmq'));
  const newQueue = async () => {
    const name = `Jobs_${randomUUID().slice(0, 8)}`;
    await apply(`select from pgmq.create('${name}'); select pgmq.create('${name}');`);
    return name;
  };

  it('sends, reads once, archives, deletes and pops', async () => {
    const queue = await newQueue();
    const { sql } = db();
    expect(await sql`select * from pgmq.send(${queue}, '{"n": 1}')`).toMatchObject([{ send: '1' }]);
    await sql`select pgmq.send_batch(${queue}, array['{"n": 2}', '{"n": 3}', '{"n": 4}']::jsonb[])`;
    await sql`select pgmq.send(${queue}, '{"n": 5}', 3600)`;
    await sql`select pgmq.send(${queue}, '{"n": 6}', '{"trace": "x"}'::jsonb)`;
    expect(
      await sql`select msg_id::int, read_ct, message, headers, vt > now() as hidden from pgmq.read(${queue}, 30, 2)`,
    ).toEqual([
      { msg_id: 1, read_ct: 1, message: { n: 1 }, headers: null, hidden: true },
      { msg_id: 2, read_ct: 1, message: { n: 2 }, headers: null, hidden: true },
    ]);
    expect(await sql`select message from pgmq.read(${queue}, 30, 10, '{"n": 6}')`).toEqual([
      { message: { n: 6 } },
    ]);
    expect(await sql`select message from pgmq.pop(${queue})`).toEqual([{ message: { n: 3 } }]);
    expect(await sql`select pgmq.archive(${queue}, 1) as one, pgmq.archive(${queue}, 99) as none`).toEqual([
      { one: true, none: false },
    ]);
    expect(await sql`select pgmq.delete(${queue}, 2) as one, pgmq.delete(${queue}, 2) as again`).toEqual([
      { one: true, again: false },
    ]);
    expect(await sql`select archive::int from pgmq.archive(${queue}, array[4, 99])`).toEqual([
      { archive: 4 },
    ]);
    expect(await sql`select queue_length::int, total_messages::int from pgmq.metrics(${queue})`).toEqual([
      { queue_length: 2, total_messages: 6 },
    ]);
    await sql`select pgmq.set_vt(${queue}, 5, 0)`;
    expect(await sql`select message from pgmq.read_with_poll(${queue}, 1, 1)`).toEqual([
      { message: { n: 5 } },
    ]);
    expect(await sql`select pgmq.purge_queue(${queue})::int as purged`).toEqual([{ purged: 2 }]);
    expect(await sql`select queue_name from pgmq.list_queues() where queue_name = ${queue}`).toHaveLength(1);
    expect(await sql`select pgmq.drop_queue(${queue}) as dropped`).toEqual([{ dropped: true }]);
  });

  it('gives a message to one of two readers', async () => {
    const queue = await newQueue();
    await db().sql`select pgmq.send_batch(${queue}, array['1', '2']::jsonb[])`;
    const seen = await db().transaction(async (one) => {
      const first = await one`select message from pgmq.read(${queue}, 60, 1)`;
      const second = await db().transaction((other) => other`select message from pgmq.read(${queue}, 60, 2)`);
      return [...first, ...second];
    });
    expect(seen).toEqual([{ message: 1 }, { message: 2 }]);
  });

  it('takes headers, and a delay as seconds or as a time', async () => {
    const queue = await newQueue();
    const { sql } = db();
    await sql`select pgmq.send(${queue}, '1', '{"h": 1}', 60), pgmq.send(${queue}, '2', '{"h": 2}', now() - interval '1 hour'),
      pgmq.send(${queue}, '3', now() + interval '1 hour')`;
    await sql`select pgmq.send_batch(${queue}, array['4', '5']::jsonb[], array['{}', '{"h": 5}']::jsonb[])`;
    await sql`select pgmq.send_batch(${queue}, array['6']::jsonb[], 60), pgmq.send_batch(${queue}, array['7']::jsonb[], now())`;
    expect(await sql`select message, headers from pgmq.pop(queue_name => ${queue}, qty => 9)`).toEqual([
      { message: 2, headers: { h: 2 } },
      { message: 4, headers: {} },
      { message: 5, headers: { h: 5 } },
      { message: 7, headers: null },
    ]);
    expect(
      await sql`select queue_length::int as all, queue_visible_length::int as visible from pgmq.metrics_all() where queue_name = ${queue}`,
    ).toEqual([{ all: 3, visible: 0 }]);
    expect(await sql`select message from pgmq.set_vt(${queue}, 1, 0)`).toEqual([{ message: 1 }]);
    expect(await sql`select message from pgmq.pop(${queue})`).toEqual([{ message: 1 }]);
  });

  it('has the signatures of pgmq 1.5.1, and those that other versions have', async () => {
    const functions = await db().sql<{ text: string }[]>`
      select proname || '(' || pg_get_function_arguments(p.oid) || ') ' || pg_get_function_result(p.oid) as text
      from pg_proc p where pronamespace = 'pgmq'::regnamespace and proname not like '\\_%' `;
    expect(
      functions.map(({ text }) => text.replaceAll('timestamp with time zone', 'timestamptz')).sort(),
    ).toEqual(signatures);
    await apply(`grant execute on function pgmq.read(text, integer, integer), pgmq.read(text, integer, integer, jsonb), pgmq.pop(text),
      pgmq.send(text, jsonb, integer), pgmq.send_batch(text, jsonb[], integer), pgmq.archive(text, bigint),
      pgmq.delete(text, bigint) to service_role`);
  });

  it('replaces functions of an older stand-in', async () => {
    await apply(`drop function pgmq.pop(text); drop function pgmq.pop(text, integer);
      create function pgmq.pop(queue_name text, qty integer default 1) returns setof pgmq.message_record language sql as 'select null::pgmq.message_record';
      create extension if not exists pgmq;`);
    const queue = await newQueue();
    expect(await db().sql`select * from pgmq.pop(${queue})`).toEqual([]);
  });

  it('makes unlogged queues, no partitioned ones, and drops both ways', async () => {
    const { sql } = db();
    await sql`select pgmq.create_unlogged('Fast')`;
    expect(
      await sql`select relpersistence as kind from pg_class where oid = 'pgmq.q_fast'::regclass`,
    ).toEqual([{ kind: 'u' }]);
    await expect(sql`select pgmq.create_partitioned('parts')`).rejects.toThrow(
      'needs the extensions pgmq and pg_partman',
    );
    await sql`select pgmq.detach_archive('Fast')`;
    expect(
      await sql`select pgmq.drop_queue('Fast', false) as dropped, pgmq.drop_queue('Fast') as again`,
    ).toEqual([{ dropped: true, again: false }]);
  });

  it.each(['a"; drop', "it's", 'a--b', 'a$b', ''])('refuses the name %j', async (name) => {
    await expect(db().sql`select pgmq.create(${name})`).rejects.toThrow('cannot be named');
  });

  it('takes names with spaces, dots and quotes, up to 47 bytes', async () => {
    const { sql } = db();
    const name = `my.queue "${'x'.repeat(37)}`;
    await sql`select pgmq.create(${name})`;
    await sql`select pgmq.send(${name}, '1')`;
    expect(await sql`select message from pgmq.pop(${name})`).toEqual([{ message: 1 }]);
    await sql`select pgmq.drop_queue(${name})`;
    await expect(sql`select pgmq.create(${`${name}x`})`).rejects.toThrow('at most 47 bytes');
  });

  it('is offered to clients where that was not done, and a project may do it in its own way', async () => {
    const { sql } = db();
    const own =
      'create schema pgmq_public; create function pgmq_public.send() returns int language sql return 1;';
    await apply(own);
    await exposeQueues(db());
    expect(await sql`select pgmq_public.send() as own, to_regproc('pgmq_public.pop') as other`).toEqual([
      { own: 1, other: null },
    ]);
    await apply('drop schema pgmq_public cascade');
    await Promise.all([exposeQueues(db()), exposeQueues(db())]);
    const queue = await newQueue();
    const sent = await db().asRole(
      'service_role',
      {},
      (service) => service`select pgmq_public.send(${queue}, '{}')::int as id`,
    );
    expect(sent).toEqual([{ id: 1 }]);
    await expect(apply('drop extension pgmq')).rejects.toThrow('depend');
    await apply('drop extension pgmq cascade; drop schema pgmq_public cascade');
    await exposeQueues(db());
    expect(await sql`select from pg_namespace where nspname = 'pgmq_public'`).toEqual([]);
  });

  it('is closed to the roles of requests', async () => {
    const create = db().asRole('service_role', {}, (sql) => sql`select pgmq.create('a')`);
    await expect(create).rejects.toThrow('permission denied for schema pgmq');
  });
});

const message = 'SETOF pgmq.message_record';
const signatures = [
  'acquire_queue_lock(queue_name text) void',
  'archive(queue_name text, msg_id bigint) boolean',
  'archive(queue_name text, msg_ids bigint[]) SETOF bigint',
  "convert_archive_partitioned(table_name text, partition_interval text DEFAULT '10000'::text, retention_interval text DEFAULT '100000'::text, leading_partition integer DEFAULT 10) void",
  'create_non_partitioned(queue_name text) void',
  "create_partitioned(queue_name text, partition_interval text DEFAULT '10000'::text, retention_interval text DEFAULT '100000'::text) void",
  'create(queue_name text) void',
  'create_unlogged(queue_name text) void',
  'delete(queue_name text, msg_id bigint) boolean',
  'delete(queue_name text, msg_ids bigint[]) SETOF bigint',
  'detach_archive(queue_name text) void',
  'drop_queue(queue_name text) boolean',
  'drop_queue(queue_name text, partitioned boolean) boolean',
  'format_table_name(queue_name text, prefix text) text',
  'list_queues() SETOF pgmq.queue_record',
  'metrics_all() SETOF pgmq.metrics_result',
  'metrics(queue_name text) pgmq.metrics_result',
  `pop(queue_name text) ${message}`,
  `pop(queue_name text, qty integer) ${message}`,
  'purge_queue(queue_name text) bigint',
  `read(queue_name text, vt integer, qty integer) ${message}`,
  `read(queue_name text, vt integer, qty integer, conditional jsonb) ${message}`,
  `read_with_poll(queue_name text, vt integer, qty integer, max_poll_seconds integer DEFAULT 5, poll_interval_ms integer DEFAULT 100, conditional jsonb DEFAULT '{}'::jsonb) ${message}`,
  ...['send(queue_name text, msg jsonb', 'send_batch(queue_name text, msgs jsonb[]'].flatMap((start) => {
    const headers = start.includes('[]') ? 'headers jsonb[]' : 'headers jsonb';
    const rest = ['', ', delay integer', ', delay timestamptz'];
    return ['', `, ${headers}`].flatMap((given) =>
      rest.map((delay) => `${start}${given}${delay}) SETOF bigint`),
    );
  }),
  `set_vt(queue_name text, msg_id bigint, vt integer) ${message}`,
  'validate_queue_name(queue_name text) void',
].sort();
