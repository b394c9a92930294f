-- A service that remembers for a moment that a session is alive hears at once that it has ended, on the channel porchlight_session_ended,
-- with the id of the session. Whatever ends a session deletes its row, except a ban, which only stops it.

create or replace function porchlight.announce_session_ends() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('porchlight_session_ended', ended.id::text) from ended;
  return null;
end
$$;

create or replace trigger porchlight_announce_session_ends
  after delete on auth.sessions referencing old table as ended
  for each statement execute function porchlight.announce_session_ends();

create or replace function porchlight.announce_ban() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('porchlight_session_ended', s.id::text) from auth.sessions s where s.user_id = new.id;
  return null;
end
$$;

create or replace trigger porchlight_announce_ban
  after update of banned_until on auth.users
  for each row when (new.banned_until is distinct from old.banned_until)
  execute function porchlight.announce_ban();
