-- Who owns the site. The addresses stand in site.config.ts; a confirmed account with one of them carries `owner: true` in its
-- app_metadata, and so in its access token, where the site and row security can read it. Nobody can write app_metadata for himself.
create schema if not exists site;
grant usage on schema site to anon, authenticated, service_role;

create table if not exists site.owners (
  email text primary key check (email = lower(email))
);
alter table site.owners enable row level security;
revoke all on site.owners from anon, authenticated;

create or replace function site.mark_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is not null and not coalesce(new.is_anonymous, false)
    and exists (select from site.owners where email = lower(new.email)) then
    new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}') || '{"owner": true}';
  elsif new.raw_app_meta_data ? 'owner' then
    new.raw_app_meta_data := new.raw_app_meta_data - 'owner';
  end if;
  return new;
end $$;
revoke execute on function site.mark_owner() from public, anon, authenticated;

create or replace trigger mark_owner
  before insert or update of email, email_confirmed_at, raw_app_meta_data on auth.users
  for each row execute function site.mark_owner();

-- Makes the list of owners what it is given, for the accounts that exist as well. The server does this at every start; with a
-- hosted project its owner runs: select site.set_owners(array['me@example.com']);
create or replace function site.set_owners(emails text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted text[] := array(select distinct lower(trim(email)) from unnest(emails) as email where trim(email) <> '');
begin
  delete from site.owners where email <> all (wanted);
  insert into site.owners (email) select unnest(wanted) on conflict do nothing;
  -- The trigger decides; touching the column is enough. Rows that are right already are left alone.
  update auth.users set raw_app_meta_data = raw_app_meta_data
  where (raw_app_meta_data ? 'owner') is distinct from
    (email_confirmed_at is not null and lower(email) = any (wanted));
end $$;
revoke execute on function site.set_owners(text[]) from public, anon, authenticated;

-- For policies: whether the caller owns the site.
create or replace function public.is_owner() returns boolean
language sql stable set search_path = '' as $$
  select coalesce((auth.jwt() -> 'app_metadata' ->> 'owner')::boolean, false)
$$;
