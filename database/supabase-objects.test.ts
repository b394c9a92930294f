import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../tests/harness/database/site-migrations.ts';

describeOnEveryServer('objects that every Supabase project has', (server) => {
  const db = () => server().database;
  const { apply } = useSiteMigrations(server);

  it('include the function of database webhooks, which sends what happened to the row through pg_net', async () => {
    await apply(`
      create table public.orders (id int primary key, state text);
      create trigger "order-hook" after insert or update or delete on public.orders for each row
        execute function supabase_functions.http_request(
          'http://127.0.0.1:9/hook', 'POST', '{"Content-Type":"application/json","X-Secret":"s"}', '{"from":"db"}', '2000');
      insert into public.orders values (1, 'before pg_net');
      create extension if not exists pg_net with schema extensions;
      insert into public.orders values (2, 'new');
      update public.orders set state = 'paid' where id = 2;
      delete from public.orders where id = 2;`);
    const requests = await db().sql`
      select method, url, headers ->> 'X-Secret' as secret, timeout_milliseconds as timeout, convert_from(body, 'UTF8')::jsonb as body
      from net.http_request_queue order by id`;
    const of = (type: string, record: unknown, old_record: unknown) => ({
      method: 'POST',
      url: 'http://127.0.0.1:9/hook?from=db',
      secret: 's',
      timeout: 2000,
      body: { type, table: 'orders', schema: 'public', record, old_record },
    });
    expect(requests).toEqual([
      of('INSERT', { id: 2, state: 'new' }, null),
      of('UPDATE', { id: 2, state: 'paid' }, { id: 2, state: 'new' }),
      of('DELETE', null, { id: 2, state: 'paid' }),
    ]);
    const hooks = await db().sql`
      select hook_name as name, hook_table_id = 'public.orders'::regclass::oid::bigint as is_table, request_id is not null as is_sent
      from supabase_functions.hooks order by id`;
    expect(hooks).toEqual(
      [false, true, true, true].map((is_sent) => ({ name: 'order-hook', is_table: true, is_sent })),
    );
  });

  it.each([
    [`'', 'PUT'`, /method argument must be GET or POST, got PUT/],
    [`'null', 'GET'`, /url argument is missing/],
  ])('refuse a webhook with the arguments %s', async (args, message) => {
    const table = `hooked_${args.length}`;
    await apply(`
      create table public.${table} (id int);
      create trigger hook after insert on public.${table} for each row execute function supabase_functions.http_request(${args});`);
    await expect(db().sql.script(`insert into public.${table} values (1)`)).rejects.toThrow(message);
  });

  it('include the functions of realtime that triggers call', async () => {
    await apply(`
      create table public.notes (id int);
      create function public.announce() returns trigger language plpgsql security definer as $$
      begin
        perform realtime.broadcast_changes('notes:' || new.id, tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        perform realtime.send(jsonb_build_object('id', new.id), 'added', 'notes', false);
        perform realtime.send(to_jsonb(new), 'added', 'notes');
        return new;
      end $$;
      create trigger announce after insert on public.notes for each row execute function public.announce();
      insert into public.notes values (1);`);
    expect(await db().sql`select id from public.notes`).toEqual([{ id: 1 }]);
  });

  it('include the function of dumped triggers on files, and files can still be deleted', async () => {
    await apply(`
      create or replace trigger "protect_buckets_delete" before delete on "storage"."buckets"
        for each statement execute function "storage"."protect_delete"();
      insert into storage.buckets (id, name) values ('dumped', 'dumped');
      delete from storage.buckets where id = 'dumped';`);
    expect(await db().sql`select from storage.buckets where id = 'dumped'`).toHaveLength(0);
  });

  it('include the functions of pgaudit that dumps grant, in the schema that they name', async () => {
    await apply(`
      create extension if not exists "pgaudit" with schema "public";
      grant all on function "public"."pgaudit_ddl_command_end"() to "anon";
      grant all on function "public"."pgaudit_sql_drop"() to "anon";
      drop extension pgaudit;`);
    expect(await db().sql`select from pg_proc where proname like 'pgaudit%'`).toHaveLength(0);
  });

  it('include the roles and sequences that dumps name', async () => {
    await apply(`
      create table public.dumped (id int);
      grant all on public.dumped to supabase_functions_admin, supabase_realtime_admin, supabase_replication_admin,
        supabase_read_only_user, pgbouncer, dashboard_user, supabase_admin;
      grant usage on schema supabase_functions to supabase_functions_admin;
      select setval('"supabase_functions"."hooks_id_seq"', 19, true);
      select setval('"pgsodium"."key_key_id_seq"', 1, false);`);
  });
});
