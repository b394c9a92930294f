-- What the account page asks beyond the auth service's own API. Each function acts for its caller alone, by auth.uid().

-- Tables that hold something about a user, for the export: later migrations add theirs.
create table if not exists site.personal_tables (
  name text primary key check (name ~ '^[a-z_]+\.[a-z_]+$'),
  user_column text not null check (user_column ~ '^[a-z_]+$')
);
alter table site.personal_tables enable row level security;
revoke all on site.personal_tables from anon, authenticated;

create or replace function public.my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean)
language sql stable security definer set search_path = '' as $$
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at), s.user_agent,
    host(s.ip), s.aal::text, s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
  order by 3 desc
$$;

-- Ends one session; its refresh tokens go with it. Says whether there was one.
create or replace function public.end_my_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where id = session and user_id = auth.uid();
  return found;
end $$;

-- Everything that is held about the caller. No password hash, no secret of a factor, no token.
create or replace function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
  result jsonb;
  entry record;
  rows jsonb;
begin
  if caller is null then
    raise exception 'Please sign in.' using errcode = '42501';
  end if;
  select jsonb_build_object(
    'exported_at', now(),
    'account', (select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'phone_confirmed_at', u.phone_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
        'user_metadata', u.raw_user_meta_data, 'app_metadata', u.raw_app_meta_data) from auth.users u where u.id = caller),
    'identities', (select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'identity_data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]') from auth.identities i where i.user_id = caller),
    'factors', (select coalesce(jsonb_agg(jsonb_build_object('friendly_name', f.friendly_name, 'factor_type', f.factor_type,
        'status', f.status, 'created_at', f.created_at) order by f.created_at), '[]') from auth.mfa_factors f where f.user_id = caller),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s) - 'is_current'), '[]') from public.my_sessions() s)
  ) into result;
  for entry in select name, user_column from site.personal_tables order by name loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from %s t where t.%I = $1', entry.name::regclass, entry.user_column)
      into rows using caller;
    result := result || jsonb_build_object(entry.name, rows);
  end loop;
  return result;
end $$;

-- Removes the account with everything that hangs on it. An account with a second factor must have shown it.
create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    raise exception 'Please sign in.' using errcode = '42501';
  end if;
  if auth.jwt() ->> 'aal' is distinct from 'aal2'
    and exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified') then
    raise exception 'Please confirm with your second factor first.' using errcode = '42501', hint = 'insufficient_aal';
  end if;
  delete from auth.users where id = auth.uid();
end $$;

revoke execute on function public.my_sessions(), public.end_my_session(uuid), public.export_my_data(), public.delete_my_account() from public, anon;
grant execute on function public.my_sessions(), public.end_my_session(uuid), public.export_my_data(), public.delete_my_account() to authenticated;
