-- An owner of the site has proven a listed address. An organisation's identity provider can state any address, so its word counts for
-- the domains that are registered for it and for no other; an account without sign-in of its own counts for nothing.
create or replace function site.is_listed_owner(account auth.users) returns boolean
language sql stable security definer set search_path = '' as $$
  select account.email_confirmed_at is not null
    and account.deleted_at is null
    and not coalesce(account.is_anonymous, false)
    and exists (select from site.owners where email = lower(account.email))
    and (
      not account.is_sso_user
      or exists (
        select from auth.sso_domains d
        where 'sso:' || d.sso_provider_id::text = account.raw_app_meta_data ->> 'provider'
          and lower(d.domain) = split_part(lower(account.email), '@', 2)))
$$;
revoke execute on function site.is_listed_owner(auth.users) from public, anon, authenticated;

create or replace function site.mark_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if site.is_listed_owner(new) then
    new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}') || '{"owner": true}';
  elsif new.raw_app_meta_data ? 'owner' then
    new.raw_app_meta_data := new.raw_app_meta_data - 'owner';
  end if;
  return new;
end $$;
revoke execute on function site.mark_owner() from public, anon, authenticated;

create or replace trigger mark_owner
  before insert or update of email, email_confirmed_at, raw_app_meta_data, is_sso_user, is_anonymous, deleted_at on auth.users
  for each row execute function site.mark_owner();

create or replace function site.set_owners(emails text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted text[] := array(select distinct lower(trim(email)) from unnest(emails) as email where trim(email) <> '');
begin
  delete from site.owners where email <> all (wanted);
  insert into site.owners (email) select unnest(wanted) on conflict do nothing;
  -- The trigger decides; touching the column is enough. Rows that are right already are left alone.
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data
  where coalesce(u.raw_app_meta_data ? 'owner', false) is distinct from site.is_listed_owner(u);
end $$;
revoke execute on function site.set_owners(text[]) from public, anon, authenticated;

-- An account that was marked by the rule before loses the mark, and the sessions whose tokens carry it.
with unmarked as (
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data
  where u.raw_app_meta_data ? 'owner' and not site.is_listed_owner(u)
  returning u.id
)
delete from auth.sessions where user_id in (select id from unmarked);
