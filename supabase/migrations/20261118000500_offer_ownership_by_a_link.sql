-- A site without owners in site.config.ts is offered by a link that each start prints. The account that opens it first is the owner, by its
-- id: its address in the list follows when it changes. An owner by a link is never beside owners of site.config.ts.
alter table site.owners add column if not exists user_id uuid references auth.users (id) on delete cascade;

-- SHA-256 of the secrets in the links. Each process has a link of its own, and every process takes all of them. A used one stays, so that
-- it is never offered again.
create table if not exists site.owner_links (
  digest bytea primary key,
  is_used boolean not null default false
);
alter table site.owner_links enable row level security;
revoke all on site.owner_links from anon, authenticated;

create or replace function site.is_listed_owner(account auth.users) returns boolean
language sql stable security definer set search_path = '' as $$
  select account.email_confirmed_at is not null
    and account.deleted_at is null
    and not coalesce(account.is_anonymous, false)
    and (
      exists (select from site.owners where user_id = account.id)
      or exists (select from site.owners where user_id is null and email = lower(account.email))
      and (
        not account.is_sso_user
        or exists (
          select from auth.sso_domains d
          where 'sso:' || d.sso_provider_id::text = account.raw_app_meta_data ->> 'provider'
            and lower(d.domain) = split_part(lower(account.email), '@', 2))))
$$;
revoke execute on function site.is_listed_owner(auth.users) from public, anon, authenticated;

create or replace function site.mark_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.email is distinct from old.email and new.email <> '' then
    update site.owners set email = lower(new.email) where user_id = new.id;
  end if;
  if site.is_listed_owner(new) then
    new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}') || '{"owner": true}';
  elsif new.raw_app_meta_data ? 'owner' then
    new.raw_app_meta_data := new.raw_app_meta_data - 'owner';
  end if;
  return new;
end $$;
revoke execute on function site.mark_owner() from public, anon, authenticated;

-- As before; a list with an address ends what a link has given.
create or replace function site.set_owners(emails text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted text[] := array(select distinct lower(trim(email)) from unnest(emails) as email where trim(email) <> '');
begin
  if cardinality(wanted) > 0 then
    update site.owners set user_id = null;
    delete from site.owner_links where not is_used;
  end if;
  delete from site.owners where email <> all (wanted) and user_id is null;
  insert into site.owners (email) select unnest(wanted) on conflict do nothing;
  -- The trigger decides; touching the column is enough. Rows that are right already are left alone.
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data
  where coalesce(u.raw_app_meta_data ? 'owner', false) is distinct from site.is_listed_owner(u);
end $$;
revoke execute on function site.set_owners(text[]) from public, anon, authenticated;

-- A list of site.config.ts counts also while none of its accounts exist.
create or replace function site.has_owner() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from site.owners o left join auth.users u on u.id = o.user_id where o.user_id is null or site.is_listed_owner(u))
$$;
revoke execute on function site.has_owner() from public, anon, authenticated;

-- Makes a link valid: 'offered'; 'owned' if there is an owner; 'used' if it was used before, and the caller has to make another.
create or replace function site.offer_ownership(link bytea) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if site.has_owner() then
    delete from site.owner_links where not is_used;
    return 'owned';
  end if;
  insert into site.owner_links (digest) values (link) on conflict do nothing;
  return case when (select is_used from site.owner_links where digest = link) then 'used' else 'offered' end;
end $$;
revoke execute on function site.offer_ownership(bytea) from public, anon, authenticated;

-- Makes the account of a live session the owner. 'owner', or why not: 'taken', 'wrong', 'signed-out', 'unconfirmed'.
create or replace function site.claim_ownership(session_id uuid, link bytea) returns text
language plpgsql security definer set search_path = '' as $$
declare
  person auth.users;
begin
  -- One at a time, whatever the link: the first one is the owner, and the others see that.
  lock table site.owners in share row exclusive mode;
  -- With the second factor, where the account has one.
  select u.* into person from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = session_id and (s.not_after is null or s.not_after > now()) and u.deleted_at is null
    and (
      s.aal::text in ('aal2', 'aal3')
      or not exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'));
  if not found then return 'signed-out'; end if;
  if exists (select from site.owners where user_id = person.id) and site.is_listed_owner(person) then
    return 'owner';
  end if;
  if site.has_owner() then return 'taken'; end if;
  if not exists (select from site.owner_links where digest = link and not is_used) then return 'wrong'; end if;
  if person.email_confirmed_at is null or coalesce(person.is_anonymous, false) then return 'unconfirmed'; end if;
  -- There may be a row of an account that is no owner any more, e.g. a deleted one.
  delete from site.owners;
  insert into site.owners (email, user_id) values (lower(person.email), person.id);
  delete from site.owner_links where digest <> link and not is_used;
  update site.owner_links set is_used = true where digest = link;
  update auth.users set raw_app_meta_data = raw_app_meta_data where id = person.id;
  return 'owner';
end $$;
revoke execute on function site.claim_ownership(uuid, bytea) from public, anon, authenticated;

do $$
begin
  if to_regrole('porchlight_site') is not null then
    grant execute on function site.set_owners(text[]), site.has_owner(), site.offer_ownership(bytea),
      site.claim_ownership(uuid, bytea) to porchlight_site;
  end if;
end
$$;
