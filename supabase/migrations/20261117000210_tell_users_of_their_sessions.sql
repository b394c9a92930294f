-- The account page hears that a session of its user was begun or ended: on the private channel `account:<user id>` of realtime. A message says
-- nothing else; the page then asks for the list again, and whether its own session goes on. Only the database sends messages.

-- A server that allows no policies or triggers here keeps the page as it is: it asks when it is shown again.
do $$
begin
  drop policy if exists "users follow their own account" on realtime.messages;
  create policy "users follow their own account" on realtime.messages for select to authenticated
    using (extension = 'broadcast' and (select realtime.topic()) = 'account:' || (select auth.uid()) and (select site.may_use_data()));
exception when undefined_table or undefined_function or invalid_schema_name or insufficient_privilege then
  raise notice 'Sessions are not live here: %', sqlerrm;
end $$;

-- A user who signs in for the first time has no open page to tell.
create or replace function site.tell_of_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'sessions', 'account:' || c.user_id, true)
    from (select distinct user_id from changed) c
    where tg_op = 'DELETE' or exists (select from auth.sessions s where s.user_id = c.user_id offset 1);
  return null;
exception when others then
  -- Signing in and out must work whatever happens here.
  raise warning 'A user hears later that a session has begun or ended: %', sqlerrm;
  return null;
end $$;
revoke execute on function site.tell_of_sessions() from public, anon, authenticated;

do $$
begin
  create or replace trigger tell_of_begun_sessions after insert on auth.sessions
    referencing new table as changed for each statement execute function site.tell_of_sessions();
  create or replace trigger tell_of_ended_sessions after delete on auth.sessions
    referencing old table as changed for each statement execute function site.tell_of_sessions();
exception when insufficient_privilege then
  raise notice 'The account page hears of sessions when it is shown again: %', sqlerrm;
end $$;
