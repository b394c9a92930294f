-- The role that owns the tables of realtime. It signs in for private channels, messages and their partitions (login-roles.ts). On a
-- Supabase project it exists.
do $$
begin
  if not exists (select from pg_roles where rolname = 'supabase_realtime_admin') then
    create role supabase_realtime_admin nologin noinherit;
  end if;
  -- For the partitions.
  if not has_schema_privilege('supabase_realtime_admin', 'realtime', 'create') then
    grant create on schema realtime to supabase_realtime_admin;
  end if;
end
$$;

-- A private channel is only for live sessions.
grant execute on function auth.is_session_alive(uuid, uuid), auth.require_session(uuid, uuid) to supabase_realtime_admin;
