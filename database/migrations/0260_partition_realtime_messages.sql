-- realtime.messages becomes a table with a partition for each day, as on a Supabase project. The plain table of 0246 stays as its default
-- partition, which takes the messages of days without a partition, so that none is lost. The site's policies, grants and triggers
-- move to the new table. A table that is partitioned already, or that Supabase's own realtime has made, is left alone.
do $$
declare
  path_before constant text := current_setting('search_path');
  restored text[];
  removed text[];
  statement text;
begin
  if to_regclass('realtime.schema_migrations') is not null
    or (select relkind from pg_class where oid = 'realtime.messages'::regclass) <> 'r' then
    return;
  end if;

  -- Definitions are then written with the names of their schemas, as pg_dump needs them.
  perform set_config('search_path', '', true);
  select array_agg(line.restored), array_agg(line.removed) filter (where line.removed <> '') into restored, removed
  from (
    select
      format('create policy %I on realtime.messages as %s for %s to %s%s%s', p.policyname, p.permissive, p.cmd,
        (select string_agg(case role when 'public' then 'public' else quote_ident(role) end, ', ') from unnest(p.roles) role),
        ' using (' || p.qual || ')', ' with check (' || p.with_check || ')') as restored,
      format('drop policy %I on realtime.messages', p.policyname) as removed
    from pg_catalog.pg_policies p where p.schemaname = 'realtime' and p.tablename = 'messages'
    union all
    select pg_get_triggerdef(t.oid), format('drop trigger %I on realtime.messages', t.tgname)
    from pg_catalog.pg_trigger t where t.tgrelid = 'realtime.messages'::regclass and not t.tgisinternal
    union all
    select format('grant %s%s on realtime.messages to %s%s', a.privilege_type, ' (' || quote_ident(given.name) || ')',
        case a.grantee when 0 then 'public' else a.grantee::regrole::text end, case when a.is_grantable then ' with grant option' else '' end),
      ''
    from (
      select null::name as name, c.relacl as acl, c.relowner as owner from pg_catalog.pg_class c where c.oid = 'realtime.messages'::regclass
      union all
      select a.attname, a.attacl, null from pg_catalog.pg_attribute a where a.attrelid = 'realtime.messages'::regclass and a.attacl is not null
    ) as given
    cross join lateral aclexplode(given.acl) a
    where a.grantee is distinct from given.owner
    union all
    select '', format('revoke all on realtime.messages from %s', case a.grantee when 0 then 'public' else a.grantee::regrole::text end)
    from pg_catalog.pg_class c cross join lateral aclexplode(c.relacl) a
    where c.oid = 'realtime.messages'::regclass and a.grantee <> c.relowner
  ) as line;

  foreach statement in array coalesce(removed, '{}') loop
    execute statement;
  end loop;
  alter table realtime.messages add column if not exists binary_payload bytea;
  alter table realtime.messages add constraint messages_payload_exclusive check (payload is null or binary_payload is null);
  alter table realtime.messages alter inserted_at set default timezone('utc', now()), alter updated_at set default timezone('utc', now());
  alter table realtime.messages rename to messages_default;
  alter index realtime.messages_pkey rename to messages_default_pkey;

  -- Times are in UTC, also where the server's time zone is another one: each partition is a day in UTC.
  create table realtime.messages (
    topic text not null,
    extension text not null,
    payload jsonb,
    event text,
    private boolean default false,
    updated_at timestamp without time zone not null default timezone('utc', now()),
    inserted_at timestamp without time zone not null default timezone('utc', now()),
    id uuid not null default gen_random_uuid(),
    binary_payload bytea,
    primary key (id, inserted_at),
    constraint messages_payload_exclusive check (payload is null or binary_payload is null)
  ) partition by range (inserted_at);
  alter table realtime.messages attach partition realtime.messages_default default;
  -- For replay.
  create index messages_inserted_at_topic_index on realtime.messages (inserted_at desc, topic)
    where extension = 'broadcast' and private is true;
  alter table realtime.messages enable row level security;
  foreach statement in array coalesce(restored, '{}') loop
    continue when statement = '';
    execute statement;
  end loop;
  perform set_config('search_path', path_before, true);
end
$$;
