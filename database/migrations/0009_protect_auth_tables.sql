-- The last two tables of Supabase's auth schema, and the lock on all of them: no request role reads auth.* directly.

create table if not exists auth.instances (
  id uuid not null,
  uuid uuid,
  raw_base_config text,
  created_at timestamptz,
  updated_at timestamptz,
  constraint instances_pkey primary key (id)
);

create table if not exists auth.schema_migrations (
  version varchar(255) not null,
  constraint schema_migrations_pkey primary key (version)
);

do $$
declare
  named text;
begin
  for named in select tablename from pg_tables where schemaname = 'auth' loop
    execute format('alter table auth.%I enable row level security', named);
    execute format('revoke all on auth.%I from public, anon, authenticated, service_role', named);
  end loop;
end
$$;
