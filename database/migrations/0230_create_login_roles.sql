-- Logins beside those that Supabase has names for: for requests of service_role, and for what the site itself writes. Their passwords
-- are set at the start, and until then none of them can sign in.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['porchlight_service', 'porchlight_site'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
  end loop;
end
$$;
