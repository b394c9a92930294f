-- The schemas, the extensions in them, and what the request roles may do in public by default, as on a Supabase project.

create schema if not exists auth;
create schema if not exists extensions;
create schema if not exists porchlight;

revoke all on schema porchlight from public;
grant usage on schema auth to anon, authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

-- Row security decides what each role sees; these grants only open the door to it.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;

do $$
declare
  wanted text;
begin
  foreach wanted in array array['pgcrypto', 'uuid-ossp'] loop
    if not exists (select from pg_available_extensions where name = wanted) then
      raise warning 'the extension % is not installed on this server: only migrations that call it need it', wanted;
    else
      execute format('create extension if not exists %I with schema extensions', wanted);
    end if;
  end loop;
end
$$;
