-- What database webhooks of Supabase projects name: triggers that call supabase_functions.http_request. The requests go through pg_net, or
-- its stand-in, where the project has it.

do $$
declare
  wanted text;
begin
  -- Owners and grantees in dumps of Supabase projects.
  foreach wanted in array array[
    'supabase_functions_admin', 'supabase_realtime_admin', 'supabase_replication_admin', 'supabase_read_only_user', 'pgbouncer'
  ] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
  end loop;
exception when insufficient_privilege then
  raise warning 'roles that only dumps of Supabase projects name were not created: this needs CREATEROLE';
end
$$;

create schema if not exists supabase_functions;
grant usage on schema supabase_functions to anon, authenticated, service_role;

create table if not exists supabase_functions.migrations (
  version text primary key,
  inserted_at timestamptz not null default now()
);
create table if not exists supabase_functions.hooks (
  id bigserial primary key,
  hook_table_id integer not null,
  hook_name text not null,
  created_at timestamptz not null default now(),
  request_id bigint
);
comment on table supabase_functions.hooks is 'Supabase Functions Hooks: Audit trail for triggered hooks.';
create index if not exists supabase_functions_hooks_request_id_idx on supabase_functions.hooks (request_id);
create index if not exists supabase_functions_hooks_h_table_id_h_name_idx on supabase_functions.hooks (hook_table_id, hook_name);

-- Arguments of the trigger: URL, method, headers, parameters, milliseconds. The body of a POST says what happened to which row.
create or replace function supabase_functions.http_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  url constant text := tg_argv[0];
  method constant text := tg_argv[1];
  headers constant jsonb := coalesce(nullif(tg_argv[2], 'null'), '{"Content-Type": "application/json"}')::jsonb;
  params constant jsonb := coalesce(nullif(tg_argv[3], 'null'), '{}')::jsonb;
  timeout constant integer := coalesce(nullif(tg_argv[4], 'null'), '1000')::integer;
  request bigint;
begin
  if url is null or url = 'null' then
    raise exception 'url argument is missing';
  end if;
  if method is null or method not in ('GET', 'POST') then
    raise exception 'method argument must be GET or POST, got %', coalesce(method, 'nothing');
  end if;
  if to_regnamespace('net') is null then
    raise warning 'The webhook % was not called: the extension pg_net was not created.', tg_name;
  elsif method = 'GET' then
    execute 'select net.http_get(url => $1, params => $2, headers => $3, timeout_milliseconds => $4)'
      into request using url, params, headers, timeout;
  else
    execute 'select net.http_post(url => $1, body => $2, params => $3, headers => $4, timeout_milliseconds => $5)'
      into request using url, jsonb_build_object(
        'type', tg_op, 'table', tg_table_name, 'schema', tg_table_schema,
        'record', case when tg_op <> 'DELETE' then to_jsonb(new) end,
        'old_record', case when tg_op <> 'INSERT' then to_jsonb(old) end
      ), params, headers, timeout;
  end if;
  insert into supabase_functions.hooks (hook_table_id, hook_name, request_id) values (tg_relid::bigint::integer, tg_name, request);
  return coalesce(new, old);
end
$$;
