-- SQL of an owner in the admin area: run by a function, so that it is one transaction with the time limit of every request, and the same on a
-- hosted project. Snippets are kept for all owners. The API page reads what can be called.

-- Runs statements as the caller of this function, and returns the rows of the last one: cells as text, in their order, because two columns
-- may have the same name. It is internal: the functions below decide who may call it and as whom.
create or replace function site.run_statements(statements text[]) returns json
language plpgsql set search_path = public, extensions as $$
declare
  max_rows constant int := 1000;
  max_characters constant int := 4000000;
  max_cell constant int := 20000;
  started timestamptz := clock_timestamp();
  last_one text := statements[cardinality(statements)];
  result refcursor;
  line record;
  cells json;
  columns json;
  lines json[] := '{}';
  has_more boolean := false;
  is_cut boolean := false;
  is_row boolean;
  longest int;
  size int;
  total bigint := 0;
  changed bigint;
begin
  for i in 1 .. cardinality(statements) - 1 loop
    execute statements[i];
  end loop;
  begin
    open result no scroll for execute last_one;
  exception when invalid_cursor_definition then
    -- It returns no rows.
    execute last_one;
    get diagnostics changed = row_count;
    return json_build_object('changed', changed, 'ms', extract(epoch from clock_timestamp() - started) * 1000);
  end;
  loop
    fetch result into line;
    is_row := found;
    if columns is null then
      -- Without a row, the record has the columns all the same.
      select coalesce(json_agg(key order by ordinality), '[]') into columns
        from json_each_text(row_to_json(line)) with ordinality;
    end if;
    exit when not is_row;
    if cardinality(lines) >= max_rows or total > max_characters then
      has_more := true;
      exit;
    end if;
    select coalesce(json_agg(case when length(value) > max_cell then left(value, max_cell) || '…' else value end order by ordinality), '[]'),
        coalesce(max(length(value)), 0), coalesce(sum(least(length(value), max_cell)), 0)
      into cells, longest, size
      from json_each_text(row_to_json(line)) with ordinality;
    lines := lines || cells;
    is_cut := is_cut or longest > max_cell;
    total := total + size;
  end loop;
  close result;
  return json_build_object('columns', columns, 'rows', array_to_json(lines), 'more', has_more, 'cut', is_cut,
    'ms', extract(epoch from clock_timestamp() - started) * 1000);
end $$;

-- The same with the rights of a reader. Where the owner of the tables is a superuser, a read-only transaction is not enough: `copy … to program`
-- runs in one.
create or replace function site.run_statements_reading(statements text[]) returns json
language plpgsql security definer set search_path = '' as $$
begin
  return site.run_statements(statements);
end $$;

do $$
begin
  if (select rolsuper from pg_catalog.pg_roles where rolname = current_user)
    and exists (select from pg_catalog.pg_roles where rolname = 'supabase_read_only_user') then
    -- It reads all data, here as on a hosted project (database/assign-owners.sql), and writes none.
    alter function site.run_statements_reading(text[]) owner to supabase_read_only_user;
    grant execute on function site.run_statements(text[]) to supabase_read_only_user;
  end if;
end $$;

-- What an owner's statements leave on their connection, the next callers would share: a lock of the session, which a transaction does not end, keeps
-- others waiting for as long as the connection lives. Settings and temporary tables are dropped before each request.
create or replace function site.drop_session_state() returns void
language plpgsql set search_path = '' as $$
declare
  named text;
begin
  perform pg_catalog.pg_advisory_unlock_all();
  for named in select c.name from pg_catalog.pg_cursors c where c.is_holdable loop
    execute pg_catalog.format('close %I', named);
  end loop;
  for named in select p.name from pg_catalog.pg_prepared_statements p where p.from_sql loop
    execute pg_catalog.format('deallocate %I', named);
  end loop;
  execute 'unlisten *';
end $$;
revoke execute on function site.drop_session_state() from public, anon, authenticated;

-- Runs what the log says that the caller is about to run. The time limit is the one of every request; the setting makes it hold where
-- PostgREST is given another.
create or replace function public.admin_run_sql(statements text[], allow_changes boolean default false) returns json
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  answer json;
  state text;
  said text;
  more text;
  advice text;
begin
  perform site.require_admin('10 minutes');
  if coalesce(cardinality(statements), 0) = 0 then
    raise exception 'There is no statement.' using errcode = '22023', hint = 'no_statement';
  end if;
  if not exists (
    select from site.admin_log l
    where l.user_id = auth.uid() and l.action = 'sql.run' and l.at > now() - interval '1 minute'
      and l.details ->> 'sql' = left(array_to_string(statements, E';\n'), 500)
      and ((l.details ->> 'changes')::boolean or not allow_changes)) then
    raise exception 'This statement is not in the log.' using errcode = '42501', hint = 'not_noted';
  end if;
  -- There is no way back within the transaction, and none out of it within a function.
  if not allow_changes then perform set_config('transaction_read_only', 'on', true); end if;
  begin
    answer := case when allow_changes then site.run_statements(statements) else site.run_statements_reading(statements) end;
    perform site.drop_session_state();
    return answer;
  exception when query_canceled or others then
    get stacked diagnostics state = returned_sqlstate, said = message_text, more = pg_exception_detail, advice = pg_exception_hint;
    -- A rollback keeps the locks of the session.
    perform site.drop_session_state();
    -- A fault of the statement is none of the server, whatever its class.
    raise exception using errcode = 'PT422', message = said,
      detail = json_build_object('sqlstate', state, 'detail', more, 'hint', advice)::text;
  end;
end $$;

create table if not exists site.sql_snippets (
  name text primary key check (length(name) between 1 and 100),
  sql text not null check (length(sql) <= 100000),
  updated_at timestamptz not null default now(),
  -- The address of the owner who saved it last.
  saved_by text not null
);
alter table site.sql_snippets enable row level security;
revoke all on site.sql_snippets from anon, authenticated;

create or replace function public.admin_snippets()
returns table (name text, sql text, updated_at timestamptz, saved_by text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_admin();
  return query select s.name, s.sql, s.updated_at, s.saved_by from site.sql_snippets s order by s.name limit 500;
end $$;

create or replace function public.admin_save_snippet(name text, sql text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_admin();
  perform public.note_admin_action('sql.save-snippet', name);
  insert into site.sql_snippets as s (name, sql, saved_by)
    select admin_save_snippet.name, admin_save_snippet.sql, a.email from public.admin_session() a
    on conflict on constraint sql_snippets_pkey do update
      set sql = excluded.sql, saved_by = excluded.saved_by, updated_at = now();
end $$;

create or replace function public.admin_delete_snippet(name text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_admin();
  perform public.note_admin_action('sql.delete-snippet', name);
  delete from site.sql_snippets s where s.name = admin_delete_snippet.name;
end $$;

-- What the data API offers of the schema public, to visitors or users: for ready calls, and for completion in the SQL editor.
create or replace function public.admin_api() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_admin();
  return pg_catalog.jsonb_build_object(
    'tables', coalesce((
      select pg_catalog.jsonb_agg(to_jsonb(t) order by t.name) from (
        select c.relname as name, c.relkind in ('v', 'm') as "isView",
          exists (select from pg_catalog.pg_publication_tables p
            where p.pubname = 'supabase_realtime' and p.schemaname = 'public' and p.tablename = c.relname) as "isLive",
          (select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
              'name', a.attname,
              'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
              'isKey', coalesce(a.attnum = any (k.conkey), false),
              'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = '') order by a.attnum)
            from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
        from pg_catalog.pg_class c
        left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
          and (has_any_column_privilege('authenticated', c.oid, 'select, insert, update') or has_any_column_privilege('anon', c.oid, 'select, insert, update'))
      ) t where t.columns is not null), '[]'),
    'functions', coalesce((
      select pg_catalog.jsonb_agg(to_jsonb(f) order by f.name) from (
        select p.proname as name, pg_catalog.pg_get_function_result(p.oid) as returns,
          coalesce((select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', a.name, 'type', pg_catalog.format_type(a.type, null),
              'isRequired', a.place <= p.pronargs - p.pronargdefaults) order by a.place)
            from unnest(p.proargnames, coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargmodes)
              with ordinality as a (name, type, mode, place)
            where coalesce(a.mode, 'i') in ('i', 'b', 'v') and a.type is not null and a.name is not null), '[]') as arguments
        from pg_catalog.pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
          and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))
          and not exists (select from pg_catalog.pg_depend d
            where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
      ) f), '[]'));
end $$;

revoke execute on function site.run_statements(text[]), site.run_statements_reading(text[]) from public, anon, authenticated;
revoke execute on function public.admin_run_sql(text[], boolean), public.admin_snippets(), public.admin_save_snippet(text, text),
  public.admin_delete_snippet(text), public.admin_api() from public, anon;
grant execute on function public.admin_run_sql(text[], boolean), public.admin_snippets(), public.admin_save_snippet(text, text),
  public.admin_delete_snippet(text), public.admin_api() to authenticated;
