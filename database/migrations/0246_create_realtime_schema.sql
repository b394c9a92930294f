-- What migrations of Supabase projects name when they prepare for realtime: policies on realtime.messages, and tables in the publication
-- supabase_realtime. Realtime itself is not served: nothing writes into the table, and without a policy no caller reads it.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp without time zone not null default now(),
  inserted_at timestamp without time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;

do $$
begin
  if to_regprocedure('realtime.topic()') is null then
    -- The channel that a policy is asked about.
    create function realtime.topic() returns text language sql stable
    as 'select nullif(current_setting(''realtime.topic'', true), '''')';
  end if;
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
