-- Functions that act beside row security ask by themselves whether the caller may (20261116000200). Otherwise they are as they were.

-- Whether the caller owns the site: in a session of their own, with their second factor.
create or replace function public.is_owner() returns boolean
language sql stable set search_path = '' as $$
  select coalesce((auth.jwt() -> 'app_metadata' ->> 'owner')::boolean, false) and site.may_use_data()
$$;

create or replace function public.my_sessions()
returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_own_data();
  return query
    select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at), s.user_agent,
      host(s.ip), s.aal::text, s.id::text = auth.jwt() ->> 'session_id'
    from auth.sessions s
    where s.user_id = auth.uid() and (s.not_after is null or s.not_after > now())
    order by 3 desc;
end $$;

-- Ends one session; its refresh tokens go with it. Says whether there was one.
create or replace function public.end_my_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_own_data();
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
  perform site.require_own_data();
  select jsonb_build_object(
    'exported_at', now(),
    'account', (select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'phone_confirmed_at', u.phone_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
        'user_metadata', u.raw_user_meta_data, 'app_metadata', u.raw_app_meta_data) from auth.users u where u.id = caller),
    'identities', (select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'identity_data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]') from auth.identities i where i.user_id = caller),
    'factors', (select coalesce(jsonb_agg(jsonb_build_object('friendly_name', f.friendly_name, 'factor_type', f.factor_type,
        'status', f.status, 'created_at', f.created_at) order by f.created_at), '[]') from auth.mfa_factors f where f.user_id = caller),
    'passkeys', site.passkeys_of(caller),
    'applications', site.consents_of(caller),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s) - 'is_current'), '[]') from public.my_sessions() s)
  ) into result;
  for entry in select name, user_column from site.personal_tables order by name loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from %s t where t.%I = $1', entry.name::regclass, entry.user_column)
      into rows using caller;
    result := result || jsonb_build_object(entry.name, rows);
  end loop;
  return result;
end $$;

-- Removes the account with everything that hangs on it.
create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_own_data();
  delete from auth.users where id = auth.uid();
end $$;

-- Makes a link into the caller's list; the token is in the answer and nowhere else.
create or replace function public.invite_to_name_list(list uuid, once boolean default true) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform site.require_own_data();
  if not coalesce(site.is_in_name_list(list), false) then
    raise exception 'You are not part of this list.' using errcode = '42501', hint = 'not_a_member';
  end if;
  if (select count(*) from public.name_list_invitations i where i.list_id = list) >= 20 then
    raise exception 'This list has 20 links; revoke one first.' using errcode = '23514', hint = 'too_many_links';
  end if;
  insert into public.name_list_invitations (list_id, token_hash, once) values (list, sha256(convert_to(token, 'UTF8')), once);
  return token;
end $$;

-- What the holder of a link sees before they join, with or without an account: the names, and no votes.
create or replace function public.look_at_name_list(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', l.title,
    'names', (select coalesce(jsonb_agg(i.name order by i.added_at, i.name), '[]') from public.name_list_items i where i.list_id = l.id),
    'is_full', (select count(*) >= 2 from public.name_list_members m where m.list_id = l.id),
    'list_id', case when site.may_use_data() and site.is_in_name_list(l.id) then l.id end)
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
  perform site.require_own_data();
  select v.list_id into wanted from public.name_list_invitations v where v.token_hash = hashed;
  -- A member has nothing to use up.
  if wanted is not null and site.is_in_name_list(wanted) then
    return wanted;
  end if;
  -- The list first, then the link: all callers take them in this order, so that no two wait for each other in a circle.
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
