-- Whether a session of this user goes on. Requests run as roles that see nothing of auth.*, and this is all they are told. It belongs to
-- the auth service's role.
create or replace function auth.is_session_alive(session uuid, of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = session and s.user_id = of_user and u.deleted_at is null
      and coalesce(u.banned_until, '-infinity') < now() and coalesce(s.not_after, 'infinity') > now())
$$;
revoke all on function auth.is_session_alive(uuid, uuid) from public;
grant execute on function auth.is_session_alive(uuid, uuid) to anon, authenticated, service_role, supabase_storage_admin;
