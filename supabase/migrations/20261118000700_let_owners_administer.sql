-- The admin area. Its server asks here, with the token of the caller, whether the caller is an owner and when they signed in; and it notes here
-- what an owner is about to do. The same functions serve the embedded backend and a hosted project, which gives the server no key of its own.

-- What owners did. Entries are added and read, and never changed.
create table if not exists site.admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No reference: an entry outlives the account.
  user_id uuid not null,
  email text not null,
  action text not null check (action ~ '^[a-z]+(\.[a-z-]+)+$' and length(action) <= 60),
  target text not null check (length(target) <= 1000),
  details jsonb check (pg_column_size(details) <= 8192)
);
create index if not exists admin_log_by_target on site.admin_log (target, id desc);
alter table site.admin_log enable row level security;
revoke all on site.admin_log from anon, authenticated;

-- Refuses every caller but an owner who signed in here, whose session goes on, with the second factor where there is one. `signed_in_at` is when
-- the caller last proved who they are: renewing a token is no proof. The hint says what the caller can do about it.
create or replace function public.admin_session()
returns table (user_id uuid, email text, signed_in_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_own_data();
  return query
    select u.id, u.email::text, coalesce(max(c.updated_at), s.created_at)
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join auth.mfa_amr_claims c on c.session_id = s.id
    where s.id::text = auth.jwt() ->> 'session_id' and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      and u.email_confirmed_at is not null and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and (u.raw_app_meta_data ->> 'owner')::boolean
    group by u.id, s.id;
  if not found then
    raise exception 'Only an owner of this site may do this.' using errcode = '42501', hint = 'not_owner';
  end if;
end $$;

-- For functions that act for an owner. A caller who goes past the admin area has to have signed in as lately.
create or replace function site.require_admin(max_age interval default '12 hours') returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select signed_in_at from public.admin_session()) < now() - max_age then
    raise exception 'Please sign in again.' using errcode = '42501', hint = 'sign_in_again';
  end if;
end $$;

-- Notes what the caller is about to do: what cannot be noted is not done.
create or replace function public.note_admin_action(action text, target text, details jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_admin();
  insert into site.admin_log (user_id, email, action, target, details)
    select s.user_id, s.email, note_admin_action.action, note_admin_action.target, note_admin_action.details
    from public.admin_session() s;
end $$;

-- The newest entries before one, or before now; of one target if it is given.
create or replace function public.admin_actions(before_id bigint default null, of_target text default null)
returns table (id bigint, at timestamptz, email text, action text, target text, details jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_admin();
  return query
    select l.id, l.at, l.email, l.action, l.target, l.details from site.admin_log l
    where (before_id is null or l.id < before_id) and (of_target is null or l.target = of_target)
    order by l.id desc limit 50;
end $$;

revoke execute on function site.require_admin(interval) from public, anon, authenticated;
revoke execute on function public.admin_session(), public.note_admin_action(text, text, jsonb), public.admin_actions(bigint, text)
  from public, anon;
grant execute on function public.admin_session(), public.note_admin_action(text, text, jsonb), public.admin_actions(bigint, text)
  to authenticated;
