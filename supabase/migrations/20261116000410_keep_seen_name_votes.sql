-- Both votes on a name are shown as soon as both are there. From then on each of the two can see what the other has seen: a vote could be cast for a look at the
-- other's and be taken back a moment later, and the other would not have learned of it.
create table if not exists public.name_votes_seen (
  list_id uuid not null references public.name_lists on delete cascade,
  -- Also of a name that has been taken out of the list since.
  name text not null,
  user_id uuid not null references auth.users on delete cascade,
  seen_by uuid not null references auth.users on delete cascade,
  -- As it was when the other could see it first.
  vote text not null check (vote in ('yes', 'maybe', 'no')),
  seen_at timestamptz not null default now(),
  primary key (list_id, name, user_id, seen_by)
);
create index if not exists name_votes_seen_user on public.name_votes_seen (user_id);
create index if not exists name_votes_seen_by on public.name_votes_seen (seen_by);

create or replace function site.keep_seen_name_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One vote at a time for each list: of two who vote at the same moment the second finds the vote of the first.
  perform from public.name_lists where id = new.list_id for no key update;
  insert into public.name_votes_seen (list_id, name, user_id, seen_by, vote)
    select v.list_id, v.name, v.user_id, o.user_id, v.vote
    from public.name_votes v join public.name_votes o using (list_id, name)
    where v.list_id = new.list_id and v.name = new.name and v.user_id <> o.user_id and v.vote is not null and o.vote is not null
      and new.user_id in (v.user_id, o.user_id)
    on conflict do nothing;
  return null;
end $$;
revoke execute on function site.keep_seen_name_votes() from public, anon, authenticated;
create or replace trigger keep_seen_name_votes after insert or update of list_id, name, vote on public.name_votes
  for each row when (new.vote is not null) execute function site.keep_seen_name_votes();

insert into public.name_votes_seen (list_id, name, user_id, seen_by, vote)
  select v.list_id, v.name, v.user_id, o.user_id, v.vote
  from public.name_votes v join public.name_votes o using (list_id, name)
  where v.user_id <> o.user_id and v.vote is not null and o.vote is not null
  on conflict do nothing;

-- Read by the two it is about, written by the trigger alone.
alter table public.name_votes_seen enable row level security;
revoke all on public.name_votes_seen from anon, authenticated;
grant select on public.name_votes_seen to authenticated;
grant all on public.name_votes_seen to service_role;
drop policy if exists "the two see what they have shown each other" on public.name_votes_seen;
create policy "the two see what they have shown each other" on public.name_votes_seen for select to authenticated
  using (site.is_in_name_list(list_id) and (select auth.uid()) in (user_id, seen_by));
drop policy if exists "only for people themselves" on public.name_votes_seen;
create policy "only for people themselves" on public.name_votes_seen as restrictive for all to authenticated
  using ((select site.may_use_data())) with check ((select site.may_use_data()));

-- For the export, which names no other user.
create or replace view site.seen_vote_list with (security_invoker = true) as
  select list_id, name, user_id, vote, seen_at from public.name_votes_seen;
revoke all on site.seen_vote_list from anon, authenticated;
insert into site.personal_tables (name, user_column) values ('site.seen_vote_list', 'user_id')
on conflict (name) do update set user_column = excluded.user_column;
