-- Fails with the SQLSTATE PL401 when the session of a request has ended. Sent before the statements of the request, in the same trip: none of
-- them runs then.
create or replace function auth.require_session(session uuid, of_user uuid)
returns void
language plpgsql
stable
as $$
begin
  if not auth.is_session_alive(session, of_user) then
    raise exception 'The session has ended.' using errcode = 'PL401';
  end if;
end
$$;
revoke all on function auth.require_session(uuid, uuid) from public;
grant execute on function auth.require_session(uuid, uuid) to anon, authenticated, service_role, supabase_storage_admin;
