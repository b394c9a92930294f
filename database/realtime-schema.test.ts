import { randomBytes } from 'node:crypto';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { describeOnEveryServer } from '../tests/harness/database/servers.ts';
import { parseDatabaseUrl, toDatabaseUrl } from './connection-target.ts';
import type { Database, Sql } from './database.ts';
import type { LogEntry } from './log.ts';
import { migrate } from './migrate.ts';
import { ownMigrations } from './migration-files.ts';
import { openDatabase } from './open-database.ts';

const longTimeouts = { answerWithinMs: 20_000, log: () => {} };

describeOnEveryServer('the schema of realtime', (server) => {
  const db = () => server().database;

  it('takes the migrations of Supabase projects', async () => {
    const { sql } = db();
    await sql.script(`
      create policy "members read" on realtime.messages for select to authenticated
        using (realtime.topic() like 'room-%');
      create policy "members write" on realtime.messages for insert to authenticated
        with check (realtime.topic() like 'room-%');
      create table public.rooms (id int primary key);
      alter publication supabase_realtime add table public.rooms;`);
    const published =
      await sql`select tablename from pg_publication_tables where pubname = 'supabase_realtime'`;
    expect(published).toMatchObject([{ tablename: 'rooms' }]);
  });

  it('publishes messages as rows of one table, whatever their partition', async () => {
    const [publication] = await db().sql`
      select pubinsert, pubupdate, pubdelete, pubtruncate, pubviaroot from pg_publication
      where pubname = 'supabase_realtime_messages_publication'`;
    expect(publication).toEqual({
      pubinsert: true,
      pubupdate: false,
      pubdelete: false,
      pubtruncate: false,
      pubviaroot: true,
    });
    expect(
      await db()
        .sql`select schemaname, tablename from pg_publication_tables where pubname = 'supabase_realtime_messages_publication'`,
    ).toEqual([{ schemaname: 'realtime', tablename: 'messages' }]);
  });

  it('has the columns, types and functions of a Supabase project', async () => {
    const { sql } = db();
    const columns = await sql<{ name: string }[]>`
      select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end as name
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'realtime'::regnamespace and c.relname in ('messages', 'subscription') and a.attnum > 0
      order by c.relname, a.attname`;
    expect(columns.map(({ name }) => name)).toEqual([
      'messages.binary_payload bytea',
      'messages.event text',
      'messages.extension text not null',
      'messages.id uuid not null',
      'messages.inserted_at timestamp without time zone not null',
      'messages.payload jsonb',
      'messages.private boolean',
      'messages.topic text not null',
      'messages.updated_at timestamp without time zone not null',
      'subscription.action_filter text',
      'subscription.claims jsonb not null',
      'subscription.claims_role regrole not null',
      'subscription.created_at timestamp without time zone not null',
      'subscription.entity regclass not null',
      'subscription.filters realtime.user_defined_filter[] not null',
      'subscription.id bigint not null',
      'subscription.selected_columns text[]',
      'subscription.subscription_id uuid not null',
    ]);
    const functions = await sql<{ name: string }[]>`
      select p.oid::regprocedure::text || ' ' || p.provolatile::text as name from pg_proc p
      where p.pronamespace = 'realtime'::regnamespace order by 1`;
    expect(functions.map(({ name }) => name)).toEqual([
      'realtime."cast"(text,regtype) i',
      'realtime.broadcast_changes(text,text,text,text,text,record,record,text) v',
      'realtime.check_equality_op(realtime.equality_op,regtype,text,text) i',
      'realtime.check_equality_op(realtime.equality_op,regtype,text,text,boolean) s',
      'realtime.is_visible_through_filters(realtime.wal_column[],realtime.user_defined_filter[]) s',
      'realtime.send(jsonb,text,text,boolean) v',
      'realtime.send_binary(bytea,text,text,boolean) v',
      'realtime.subscription_check_filters() v',
      'realtime.to_regrole(text) i',
      'realtime.topic() s',
    ]);
    const types = await sql<{ name: string; parts: string[] }[]>`
      select t.typname as name, case t.typtype
        when 'e' then array(select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder)
        else array(select a.attname || ' ' || format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = t.typrelid order by a.attnum)
      end as parts
      from pg_type t left join pg_class c on c.oid = t.typrelid
      where t.typnamespace = 'realtime'::regnamespace and (t.typtype = 'e' or c.relkind = 'c') order by 1`;
    expect(Object.fromEntries(types.map(({ name, parts }) => [name, parts.join(', ')]))).toEqual({
      action: 'INSERT, UPDATE, DELETE, TRUNCATE, ERROR',
      equality_op: 'eq, neq, lt, lte, gt, gte, in, like, ilike, is, match, imatch, isdistinct',
      user_defined_filter: 'column_name text, op realtime.equality_op, value text, negate boolean',
      wal_column:
        'name text, type_name text, type_oid oid, value jsonb, is_pkey boolean, is_selectable boolean',
      wal_rls: 'wal jsonb, is_rls_enabled boolean, subscription_ids uuid[], errors text[]',
    });
    const owners = await sql<{ owner: string }[]>`
      select distinct tableowner as owner from pg_tables where schemaname = 'realtime'`;
    expect(owners).toEqual([{ owner: 'supabase_realtime_admin' }]);
  });

  it.each([
    ['eq', 'int4', '3', '3', false, true],
    ['neq', 'int4', '3', '3', false, false],
    ['lt', 'int4', '9', '10', false, true],
    ['lt', 'text', '9', '10', false, false],
    ['gte', 'date', '2026-01-02', '2026-01-01', false, true],
    ['in', 'int4', '3', '{1,3}', false, true],
    ['in', 'text', 'b,c', '{a,"b,c"}', true, false],
    ['like', 'text', 'apple', 'a%', false, true],
    ['ilike', 'text', 'Apple', 'a%', false, true],
    ['match', 'text', 'apple', '^A', false, false],
    ['imatch', 'text', 'apple', '^A', false, true],
    ['is', 'bool', null, 'null', false, true],
    ['is', 'bool', 't', 'true', true, false],
    ['isdistinct', 'int4', null, '1', false, true],
    ['isdistinct', 'int4', null, null, true, true],
    ['eq', 'int4', null, '1', true, null],
  ])('compares by %s as %s: %s with %s, negated %s, is %s', async (op, type, one, other, negate, result) => {
    const [row] = await db().sql`
      select realtime.check_equality_op(${op}::realtime.equality_op, ${type}::regtype, ${one}, ${other}, ${negate}) as result`;
    expect(row?.result).toBe(result);
  });

  it('checks the filters of a subscription', async () => {
    const { sql } = db();
    await sql.script(`
      create table public.filtered (id int primary key, name text, hidden text);
      revoke all on public.filtered from anon;
      grant select (id, name) on public.filtered to anon;`);
    const subscribe = (filters: string, columns: string | null = null) => sql`
      insert into realtime.subscription (subscription_id, entity, filters, claims, selected_columns)
      values (gen_random_uuid(), 'public.filtered', ${filters}::realtime.user_defined_filter[], '{"role":"anon"}', ${columns}::text[])
      returning claims_role::text as role, filters::text as filters, selected_columns as columns`;
    expect(await subscribe('{"(name,like,a%,)","(id,in,\\"{1,2}\\",)"}', '{name,id}')).toEqual([
      { role: 'anon', filters: '{"(id,in,\\"{1,2}\\",)","(name,like,a%,)"}', columns: ['id', 'name'] },
    ]);
    await expect(subscribe('{"(hidden,eq,a,)"}')).rejects.toThrow('invalid column for filter hidden');
    await expect(subscribe('{"(id,eq,a,)"}')).rejects.toThrow('invalid input syntax for type integer');
    await expect(subscribe('{"(id,like,a,)"}')).rejects.toThrow('requires a text-compatible column type');
    await expect(subscribe('{"(name,match,(,)"}')).rejects.toThrow('invalid regular expression');
    await expect(subscribe('{"(name,is,true,)"}')).rejects.toThrow('requires a boolean column');
    await expect(subscribe('{}', '{hidden}')).rejects.toThrow('invalid column for select hidden');
    const many = `{${Array.from({ length: 101 }, (_, index) => index).join(',')}}`;
    await expect(subscribe(`{"(id,in,\\"${many}\\",)"}`)).rejects.toThrow('too many values');
    const visible = await sql`
      select realtime.is_visible_through_filters(
        array[('id', 'int4', 23, '3', true, true)]::realtime.wal_column[], filters) as visible
      from (values ('{}'::realtime.user_defined_filter[]), (null), ('{"(id,eq,3,)"}'), ('{"(id,eq,3,t)"}'), ('{"(name,eq,3,)"}')) f (filters)`;
    expect(visible.map(({ visible }) => visible)).toEqual([true, true, true, false, false]);
  });
});

describeOnEveryServer('a message from the database', (server) => {
  const entries: LogEntry[] = [];
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({
      databaseUrl: server().database.url,
      dataFolder: '',
      migrations: [ownMigrations],
      ...longTimeouts,
      log: (entry) => void entries.push(entry),
    });
    await database.sql.script(`
      create policy writes on realtime.messages for insert to authenticated with check (realtime.topic() = 'allowed');`);
  });
  afterAll(() => database.close());
  const messages = (topic: string) => database.sql`
    select event, payload, private, extension, payload ->> 'id' = id::text as "hasOwnId", encode(binary_payload, 'hex') as bytes
    from realtime.messages where topic = ${topic} order by ctid`;

  it('is a row, with an id in its payload', async () => {
    await database.sql`select realtime.send('{"a":1}', 'greeting', 'one')`;
    await database.sql`select realtime.send('{"id":7}', 'greeting', 'one', false)`;
    await database.sql`select realtime.send('[1,2]', 'list', 'one')`;
    await database.sql`select realtime.send_binary('\\x00ff', 'bytes', 'one')`;
    const of = { extension: 'broadcast', private: true, hasOwnId: null, bytes: null };
    expect(await messages('one')).toEqual([
      { ...of, event: 'greeting', payload: { a: 1, id: expect.any(String) }, hasOwnId: true },
      { ...of, event: 'greeting', payload: { id: 7 }, private: false, hasOwnId: false },
      { ...of, event: 'list', payload: [1, 2] },
      { ...of, event: 'bytes', payload: null, bytes: '00ff' },
    ]);
  });

  it('is stored with its time in UTC, whatever the time zone of the session', async () => {
    await database.transaction(async (sql) => {
      await sql`select set_config('timezone', 'Asia/Tokyo', true), realtime.send('{}', 'e', 'tokyo')`;
    });
    const [row] = await database.sql`
      select timezone('utc', now()) - inserted_at < interval '1 minute' as fresh, inserted_at <= timezone('utc', now()) as past
      from realtime.messages where topic = 'tokyo'`;
    expect(row).toEqual({ fresh: true, past: true });
  });

  it('that may not be sent is a warning, and what its transaction did is kept', async () => {
    await database.sql.script(
      'create table public.orders (id int); grant insert on public.orders to authenticated',
    );
    const send = (id: number, topic: string) =>
      database.asRole('authenticated', {}, async (sql) => {
        await sql`insert into public.orders values (${id})`;
        await sql`select realtime.send('{}', 'made', ${topic})`;
        await sql`select realtime.send_binary('\\x01', 'made', ${topic})`;
      });
    await send(1, 'forbidden');
    expect(await messages('forbidden')).toEqual([]);
    const warning =
      'WarnSendingBroadcastMessage: new row violates row-level security policy for table "messages"';
    expect(entries.filter(({ message }) => message === warning)).toHaveLength(2);
    await send(2, 'allowed');
    expect(await messages('allowed')).toHaveLength(2);
    expect(await database.sql`select id from public.orders order by id`).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('is made by a trigger on a table', async () => {
    await database.sql.script(`
      create table public.notes (id int, body text);
      create function public.announce() returns trigger language plpgsql security definer as $$
      begin
        perform realtime.broadcast_changes('notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
      create trigger announce after insert or update or delete on public.notes for each row execute function public.announce();
      insert into public.notes values (1, 'a'); update public.notes set body = 'b'; delete from public.notes;`);
    const change = (operation: string, record: unknown, old_record: unknown) => ({
      event: operation,
      private: true,
      payload: { operation, record, old_record, schema: 'public', table: 'notes', id: expect.any(String) },
    });
    expect(await messages('notes')).toMatchObject([
      change('INSERT', { id: 1, body: 'a' }, null),
      change('UPDATE', { id: 1, body: 'b' }, { id: 1, body: 'a' }),
      change('DELETE', null, { id: 1, body: 'b' }),
    ]);
    const call = (operation: string, level: string) => database.sql`
      select realtime.broadcast_changes('t', 'e', ${operation}, 'notes', 'public', row(1), row(2), ${level})`;
    await expect(call('INSERT', 'STATEMENT')).rejects.toThrow('can only be triggered for each row');
    await expect(call('TRUNCATE', 'ROW')).rejects.toThrow('Unexpected operation type: TRUNCATE');
  });
});

describeOnEveryServer('a database from before realtime was served', (server) => {
  const name = `before_realtime_${randomBytes(4).toString('hex')}`;
  const url = () => toDatabaseUrl({ ...parseDatabaseUrl(server().database.url), database: name });
  afterAll(() => server().database.sql.script(`drop database if exists ${name} with (force)`));

  const state = (sql: Sql) => sql`
    select
      array(select format('%s %s %s %s %s %s', policyname, permissive, roles, cmd, qual, with_check) from pg_policies
        where schemaname = 'realtime' and tablename = 'messages' order by 1) as policies,
      array(select format('%s %s %s', grantee::regrole, privilege_type, is_grantable) from pg_class c, aclexplode(c.relacl) a
        where c.oid = 'realtime.messages'::regclass and grantee <> c.relowner order by 1) as grants,
      array(select format('%s %s %s', attname, grantee::regrole, privilege_type) from pg_attribute, aclexplode(attacl)
        where attrelid = 'realtime.messages'::regclass) as "columnGrants",
      array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'realtime.messages'::regclass and not tgisinternal) as triggers,
      (select relrowsecurity from pg_class where oid = 'realtime.messages'::regclass) as "rowSecurity",
      array(select topic || ' ' || payload from realtime.messages order by 1) as messages`;

  it('keeps policies, grants, triggers and rows when its table becomes partitioned', async () => {
    const earlier = await makeFolder();
    for (const file of await readdir(ownMigrations.folder))
      if (file < '0259') await copyFile(join(ownMigrations.folder, file), join(earlier.folder, file));
    await server().database.sql.script(`create database ${name}`);
    const old = await openDatabase({ databaseUrl: url(), dataFolder: '', migrations: [], ...longTimeouts });
    await migrate(old, [{ kind: 'own', folder: earlier.folder }], () => {});
    await earlier.remove();
    await old.sql.script(`
      create table public.members (topic text, user_id uuid);
      create function public.is_open(topic text) returns boolean language sql stable as 'select topic like ''open-%''';
      create policy "members read" on realtime.messages for select to authenticated
        using (exists (select from public.members m where m.topic = messages.topic and m.user_id = auth.uid()));
      create policy "Only ""open"" ones" on realtime.messages as restrictive for all to anon, authenticated
        using (public.is_open(topic)) with check (public.is_open(realtime.topic()) and extension in ('broadcast', 'presence'));
      create policy everyone on realtime.messages for insert with check (true);
      grant delete on realtime.messages to service_role with grant option;
      grant references (topic) on realtime.messages to anon;
      create function public.note() returns trigger language plpgsql as 'begin return null; end';
      create trigger noted after insert on realtime.messages for each row execute function public.note();
      create view public.all_messages as select id from realtime.messages;
      insert into realtime.messages (topic, extension, payload) values ('open-1', 'broadcast', '1'), ('open-2', 'broadcast', '2');`);
    const [before] = await state(old.sql);
    await old.close();

    const opened = await openDatabase({
      databaseUrl: url(),
      dataFolder: '',
      migrations: [ownMigrations],
      ...longTimeouts,
    });
    try {
      const [after] = await state(opened.sql);
      expect(after).toEqual(before);
      expect(after?.policies).toHaveLength(3);
      expect(after?.messages).toEqual(['open-1 1', 'open-2 2']);
      const [table] =
        await opened.sql`select relkind from pg_class where oid = 'realtime.messages'::regclass`;
      expect(table).toEqual({ relkind: 'p' });
      // The partition cannot be read past the policies of its table.
      for (const role of ['anon', 'authenticated', 'service_role'] as const)
        await expect(
          opened.asRole(role, {}, (sql) => sql`select from realtime.messages_default`),
        ).rejects.toMatchObject({ code: '42501' });
      await opened.sql`select realtime.send('{}', 'e', 'now')`;
      expect(await opened.realtime.sql`select from realtime.messages where topic = 'now'`).toHaveLength(1);
    } finally {
      await opened.close();
    }
  });
});

describeOnEveryServer('a project with Supabase’s own realtime', (server) => {
  it('keeps its table and functions', async () => {
    const { sql } = server().database;
    const files = ['0259', '0260', '0261', '0262', '0263'];
    await sql.script(`
      create table realtime.schema_migrations (version bigint primary key);
      drop publication supabase_realtime_messages_publication;
      drop table realtime.messages;
      create table realtime.messages (id bigserial primary key, topic text, extension text, inserted_at timestamp);
      create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
        language plpgsql as 'begin perform 1; end';`);
    const definitions = () => sql`
      select oid::regprocedure::text as name, md5(prosrc) as source from pg_proc where pronamespace = 'realtime'::regnamespace order by 1`;
    const before = await definitions();
    await sql`delete from porchlight.applied_migrations where kind = 'own' and left(version, 4) = any (${files})`;
    await migrate(server().database, [ownMigrations], () => {});
    expect(await definitions()).toEqual(before);
    expect(await sql`select relkind from pg_class where oid = 'realtime.messages'::regclass`).toEqual([
      { relkind: 'r' },
    ]);
  });
});
