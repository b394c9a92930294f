-- Functions that are configured as auth hooks run as supabase_auth_admin, as on a Supabase project. There it owns the auth tables;
-- here it may read and write them, and nothing in the site's own schema that the site does not grant it.
do $$
declare
  named text;
begin
  -- A superuser may take any role. Where we may not hand the role to ourselves, hooks run as the role of the connection.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      grant supabase_auth_admin to current_user;
    exception when insufficient_privilege then
      raise warning 'auth hooks run as %: it may not become supabase_auth_admin', current_user;
    end;
  end if;

  grant usage on schema auth, public, extensions to supabase_auth_admin;
  for named in select tablename from pg_tables where schemaname = 'auth' loop
    execute format('grant select, insert, update, delete on auth.%I to supabase_auth_admin', named);
    if not exists (
      select from pg_policies where schemaname = 'auth' and tablename = named and policyname = 'auth_admin'
    ) then
      execute format('create policy auth_admin on auth.%I to supabase_auth_admin using (true) with check (true)', named);
    end if;
  end loop;
end
$$;
