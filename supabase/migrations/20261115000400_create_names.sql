-- Lists of baby names, for one person or for two. Votes of the other stay hidden until both have voted on a name, and it is the database that hides them.
create table if not exists public.name_lists (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title = btrim(title) and char_length(title) between 1 and 80),
  -- Who may delete it for both. Kept when that account is deleted and somebody else is still in the list.
  created_by uuid default auth.uid() references auth.users on delete set null,
  created_at timestamptz not null default now()
);

create table if not exists public.name_list_members (
  list_id uuid not null references public.name_lists on delete cascade,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  -- What the other sees: "You" for oneself.
  called text not null default '' check (char_length(called) <= 40),
  joined_at timestamptz not null default now(),
  primary key (list_id, user_id)
);
create index if not exists name_list_members_user on public.name_list_members (user_id);

-- The names in a list. Who put one there is not kept: it would tell what they like.
create table if not exists public.name_list_items (
  list_id uuid not null references public.name_lists on delete cascade,
  name text not null check (name = btrim(name) and char_length(name) between 1 and 40 and name !~ '[[:cntrl:]]'),
  added_at timestamptz not null default now(),
  primary key (list_id, name)
);

-- What one member thinks of one name. Whoever leaves takes their votes along.
create table if not exists public.name_votes (
  list_id uuid not null,
  name text not null,
  user_id uuid not null default auth.uid(),
  vote text check (vote in ('yes', 'maybe', 'no')),
  rating smallint check (rating between 1 and 5),
  note text not null default '' check (char_length(note) <= 500),
  voted_at timestamptz not null default now(),
  primary key (list_id, name, user_id),
  foreign key (list_id, name) references public.name_list_items on update cascade on delete cascade,
  foreign key (list_id, user_id) references public.name_list_members on delete cascade
);
create index if not exists name_votes_user on public.name_votes (user_id);

-- Links that let somebody in. Only a hash is kept: whoever reads the table cannot use them. Deleting one revokes it.
create table if not exists public.name_list_invitations (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references public.name_lists on delete cascade,
  token_hash bytea not null unique,
  once boolean not null default true,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index if not exists name_list_invitations_list on public.name_list_invitations (list_id);

-- A policy that asks its own table would ask itself for ever; these ask it beside the policies.
create or replace function site.is_in_name_list(list uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.name_list_members where list_id = list and user_id = auth.uid())
$$;

create or replace function site.has_voted(list uuid, of_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.name_votes where list_id = list and name = of_name and user_id = auth.uid() and vote is not null)
$$;
revoke execute on function site.is_in_name_list(uuid), site.has_voted(uuid, text) from public, anon;
grant execute on function site.is_in_name_list(uuid), site.has_voted(uuid, text) to authenticated;

-- Limits that nobody reaches by hand, and the first member of a list.
create or replace function site.limit_name_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.name_lists where created_by = new.created_by) >= 50 then
    raise exception 'You have 50 lists, which is the most there can be.' using errcode = '23514', hint = 'too_many_lists';
  end if;
  return new;
end $$;

create or replace function site.join_own_name_list() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.created_by is not null then
    insert into public.name_list_members (list_id, user_id) values (new.id, new.created_by);
  end if;
  return new;
end $$;

create or replace function site.limit_name_list_items() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- One at a time for each list, so that two who add at once cannot both take the last place.
  perform from public.name_lists where id = new.list_id for no key update;
  if (select count(*) from public.name_list_items where list_id = new.list_id) >= 500
    and not exists (select from public.name_list_items where list_id = new.list_id and name = new.name) then
    raise exception 'This list has 500 names, which is the most there can be.' using errcode = '23514', hint = 'too_many_names';
  end if;
  return new;
end $$;

-- Nobody can vote yesterday.
create or replace function site.date_name_vote() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.voted_at := case when tg_op = 'INSERT' or new.vote is distinct from old.vote then now() else old.voted_at end;
  return new;
end $$;

-- Who leaves a list has no more say in it, and a list without members is nobody's.
create or replace function site.leave_name_list() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.name_lists where id = old.list_id
    and not exists (select from public.name_list_members where list_id = old.list_id);
  update public.name_lists set created_by = null where id = old.list_id and created_by = old.user_id;
  return null;
end $$;
revoke execute on function site.limit_name_lists(), site.join_own_name_list(), site.limit_name_list_items(), site.date_name_vote(),
  site.leave_name_list() from public, anon, authenticated;

create or replace trigger limit_name_lists before insert on public.name_lists
  for each row execute function site.limit_name_lists();
create or replace trigger join_own_name_list after insert on public.name_lists
  for each row execute function site.join_own_name_list();
create or replace trigger limit_name_list_items before insert on public.name_list_items
  for each row execute function site.limit_name_list_items();
create or replace trigger date_name_vote before insert or update on public.name_votes
  for each row execute function site.date_name_vote();
create or replace trigger leave_name_list after delete on public.name_list_members
  for each row execute function site.leave_name_list();

alter table public.name_lists enable row level security;
alter table public.name_list_members enable row level security;
alter table public.name_list_items enable row level security;
alter table public.name_votes enable row level security;
alter table public.name_list_invitations enable row level security;

revoke all on public.name_lists, public.name_list_members, public.name_list_items, public.name_votes, public.name_list_invitations
  from anon, authenticated;
grant select, delete, insert (id, title), update (title) on public.name_lists to authenticated;
grant select, delete, update (called) on public.name_list_members to authenticated;
grant select, delete, insert (list_id, name) on public.name_list_items to authenticated;
grant select, delete, insert (list_id, name, vote, rating, note), update (list_id, name, vote, rating, note) on public.name_votes to authenticated;
grant select (id, list_id, once, created_at, used_at), delete on public.name_list_invitations to authenticated;
grant all on public.name_lists, public.name_list_members, public.name_list_items, public.name_votes, public.name_list_invitations
  to service_role;

drop policy if exists "members see their lists" on public.name_lists;
create policy "members see their lists" on public.name_lists for select to authenticated
  using (site.is_in_name_list(id) or created_by = (select auth.uid()));
drop policy if exists "everybody makes lists" on public.name_lists;
create policy "everybody makes lists" on public.name_lists for insert to authenticated with check (created_by = (select auth.uid()));
drop policy if exists "members rename a list" on public.name_lists;
create policy "members rename a list" on public.name_lists for update to authenticated using (site.is_in_name_list(id));
drop policy if exists "who made a list deletes it" on public.name_lists;
create policy "who made a list deletes it" on public.name_lists for delete to authenticated
  using (site.is_in_name_list(id) and (created_by is null or created_by = (select auth.uid())));

drop policy if exists "members see one another" on public.name_list_members;
create policy "members see one another" on public.name_list_members for select to authenticated using (site.is_in_name_list(list_id));
drop policy if exists "a member is called as they say" on public.name_list_members;
create policy "a member is called as they say" on public.name_list_members for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
drop policy if exists "a member leaves" on public.name_list_members;
create policy "a member leaves" on public.name_list_members for delete to authenticated using (user_id = (select auth.uid()));

drop policy if exists "members see the names" on public.name_list_items;
create policy "members see the names" on public.name_list_items for select to authenticated using (site.is_in_name_list(list_id));
drop policy if exists "members add names" on public.name_list_items;
create policy "members add names" on public.name_list_items for insert to authenticated with check (site.is_in_name_list(list_id));
drop policy if exists "members take names out" on public.name_list_items;
create policy "members take names out" on public.name_list_items for delete to authenticated using (site.is_in_name_list(list_id));

drop policy if exists "votes are seen once both have voted" on public.name_votes;
create policy "votes are seen once both have voted" on public.name_votes for select to authenticated
  using (site.is_in_name_list(list_id) and (user_id = (select auth.uid()) or (vote is not null and site.has_voted(list_id, name))));
drop policy if exists "a member votes" on public.name_votes;
create policy "a member votes" on public.name_votes for insert to authenticated
  with check (user_id = (select auth.uid()) and site.is_in_name_list(list_id));
drop policy if exists "a member changes their vote" on public.name_votes;
create policy "a member changes their vote" on public.name_votes for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()) and site.is_in_name_list(list_id));
drop policy if exists "a member takes their vote back" on public.name_votes;
create policy "a member takes their vote back" on public.name_votes for delete to authenticated using (user_id = (select auth.uid()));

drop policy if exists "members see the invitations" on public.name_list_invitations;
create policy "members see the invitations" on public.name_list_invitations for select to authenticated using (site.is_in_name_list(list_id));
drop policy if exists "members revoke invitations" on public.name_list_invitations;
create policy "members revoke invitations" on public.name_list_invitations for delete to authenticated using (site.is_in_name_list(list_id));

-- Makes a link into the caller's list; the token is in the answer and nowhere else.
create or replace function public.invite_to_name_list(list uuid, once boolean default true) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if not coalesce(site.is_in_name_list(list), false) then
    raise exception 'You are not part of this list.' using errcode = '42501', hint = 'not_a_member';
  end if;
  if (select count(*) from public.name_list_invitations i where i.list_id = list) >= 20 then
    raise exception 'This list has 20 links; revoke one first.' using errcode = '23514', hint = 'too_many_links';
  end if;
  insert into public.name_list_invitations (list_id, token_hash, once) values (list, sha256(convert_to(token, 'UTF8')), once);
  return token;
end $$;

-- What somebody with the link sees before they join, with or without an account: the names, and no votes.
create or replace function public.look_at_name_list(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', l.title,
    'names', (select coalesce(jsonb_agg(i.name order by i.added_at, i.name), '[]') from public.name_list_items i where i.list_id = l.id),
    'is_full', (select count(*) >= 2 from public.name_list_members m where m.list_id = l.id),
    'list_id', case when site.is_in_name_list(l.id) then l.id end)
  from public.name_list_invitations v join public.name_lists l on l.id = v.list_id
  where v.token_hash = sha256(convert_to(token, 'UTF8')) and not (v.once and v.used_at is not null)
$$;

-- Joins the list of a link. A link for once is used up by one statement, so that of two who come at the same moment one is let in.
create or replace function public.join_name_list(token text, called text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  wanted uuid;
  hashed bytea := sha256(convert_to(coalesce(token, ''), 'UTF8'));
begin
  if auth.uid() is null then
    raise exception 'Please sign in.' using errcode = '42501', hint = 'sign_in';
  end if;
  select v.list_id into wanted from public.name_list_invitations v where v.token_hash = hashed;
  -- Whoever is in already has nothing to use up.
  if wanted is not null and site.is_in_name_list(wanted) then
    return wanted;
  end if;
  -- The list first, then the link: everybody takes them in this order, and nobody waits for another in a circle.
  perform from public.name_lists l where l.id = wanted for update;
  update public.name_list_invitations v set used_at = now()
    where v.token_hash = hashed and not (v.once and v.used_at is not null)
    returning v.list_id into wanted;
  if not found then
    raise exception 'This link has been used or revoked.' using errcode = 'P0002', hint = 'link_gone';
  end if;
  if (select count(*) from public.name_list_members m where m.list_id = wanted) >= 2 then
    raise exception 'Two people are in this list already.' using errcode = '23514', hint = 'list_full';
  end if;
  insert into public.name_list_members (list_id, user_id, called)
    values (wanted, auth.uid(), left(btrim(coalesce(called, '')), 40)) on conflict do nothing;
  return wanted;
end $$;

revoke execute on function public.invite_to_name_list(uuid, boolean), public.look_at_name_list(text), public.join_name_list(text, text)
  from public, anon, authenticated;
grant execute on function public.look_at_name_list(text) to anon, authenticated;
grant execute on function public.invite_to_name_list(uuid, boolean), public.join_name_list(text, text) to authenticated;

insert into site.personal_tables (name, user_column) values
  ('public.name_lists', 'created_by'), ('public.name_list_members', 'user_id'), ('public.name_votes', 'user_id')
on conflict (name) do update set user_column = excluded.user_column;
