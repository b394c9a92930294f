-- The members of a list hear at once that it has changed, and see each other's presence: on the private channel `name-list:<id>` of realtime. A message says
-- nothing but that something has changed. The page then reads the list, and row security decides what it shows: a hidden vote stays hidden.

create or replace function site.may_follow_name_list(topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select site.may_use_data()
    and exists (select from public.name_list_members m where m.user_id = auth.uid() and 'name-list:' || m.list_id = topic)
$$;
revoke execute on function site.may_follow_name_list(text) from public, anon;
grant execute on function site.may_follow_name_list(text) to authenticated;

-- Members may read, and announce that they are present. Only the database sends messages. A server without realtime, or one that allows no policies here, keeps
-- the lists as they are: the page then asks every few seconds.
do $$
begin
  drop policy if exists "members follow their name lists" on realtime.messages;
  create policy "members follow their name lists" on realtime.messages for select to authenticated
    using (extension in ('broadcast', 'presence') and site.may_follow_name_list((select realtime.topic())));
  drop policy if exists "members are present in their name lists" on realtime.messages;
  create policy "members are present in their name lists" on realtime.messages for insert to authenticated
    with check (extension = 'presence' and site.may_follow_name_list((select realtime.topic())));
exception when undefined_table or undefined_function or invalid_schema_name or insufficient_privilege then
  raise notice 'Lists of names are not live here: %', sqlerrm;
end $$;

-- One message for each list and transaction: a list that is deleted takes hundreds of rows along.
create or replace function site.tell_name_list(list uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  topic text := 'name-list:' || list;
begin
  if current_setting('site.told_name_list', true) is not distinct from topic then
    return;
  end if;
  perform set_config('site.told_name_list', topic, true);
  perform realtime.send('{}', 'changed', topic, true);
exception when undefined_function or invalid_schema_name or insufficient_privilege then
  -- A vote counts without realtime too.
  raise debug 'The members of a list hear of its change later: %', sqlerrm;
end $$;

create or replace function site.tell_of_name_list() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform site.tell_name_list(old.id);
  return null;
end $$;

create or replace function site.tell_of_name_list_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform site.tell_name_list(old.list_id);
  end if;
  if tg_op <> 'DELETE' then
    perform site.tell_name_list(new.list_id);
  end if;
  return null;
end $$;
revoke execute on function site.tell_name_list(uuid), site.tell_of_name_list(), site.tell_of_name_list_part() from public, anon, authenticated;

create or replace trigger tell_of_name_list after update or delete on public.name_lists
  for each row execute function site.tell_of_name_list();
create or replace trigger tell_of_name_list_part after insert or update or delete on public.name_list_members
  for each row execute function site.tell_of_name_list_part();
create or replace trigger tell_of_name_list_part after insert or update or delete on public.name_list_items
  for each row execute function site.tell_of_name_list_part();
create or replace trigger tell_of_name_list_part after insert or update or delete on public.name_votes
  for each row execute function site.tell_of_name_list_part();
create or replace trigger tell_of_name_list_part after insert or update or delete on public.name_list_invitations
  for each row execute function site.tell_of_name_list_part();
