-- The three roles a request runs as, and the names that Supabase's dumps mention as owners and grantees.
-- Needs a superuser, or a role with CREATEROLE; without BYPASSRLS of its own it cannot hand that on to service_role.

do $$
declare
  wanted text;
begin
  foreach wanted in array array[
    'anon', 'authenticated',
    'authenticator', 'dashboard_user', 'supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin'
  ] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
  end loop;

  if not exists (select from pg_roles where rolname = 'service_role') then
    begin
      create role service_role nologin noinherit bypassrls;
    exception when insufficient_privilege then
      create role service_role nologin noinherit;
      raise warning 'service_role cannot bypass row security here: run "alter role service_role bypassrls" as a superuser';
    end;
  end if;

  -- A superuser may take any role; everybody else must be a member of it to use SET ROLE.
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to current_user', wanted);
    end if;
    execute format('grant %I to authenticator', wanted);
  end loop;
end
$$;
