-- What an owner does with accounts in the admin area. Each function asks first whether the caller is an owner, notes in the same transaction
-- what it changes, and says with the hint of a refusal why. The server calls them with the owner's token, here and on a hosted project.

-- Everything that is held about a user. No password hash, no secret of a factor, no token.
create or replace function site.export_data(person uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  result jsonb;
  entry record;
  rows jsonb;
begin
  select jsonb_build_object(
    'exported_at', now(),
    'account', (select jsonb_build_object('id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at,
        'email_confirmed_at', u.email_confirmed_at, 'phone_confirmed_at', u.phone_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
        'user_metadata', u.raw_user_meta_data, 'app_metadata', u.raw_app_meta_data) from auth.users u where u.id = person),
    'identities', (select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'identity_data', i.identity_data,
        'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]') from auth.identities i where i.user_id = person),
    'factors', (select coalesce(jsonb_agg(jsonb_build_object('friendly_name', f.friendly_name, 'factor_type', f.factor_type,
        'status', f.status, 'created_at', f.created_at) order by f.created_at), '[]') from auth.mfa_factors f where f.user_id = person),
    'passkeys', site.passkeys_of(person),
    'applications', site.consents_of(person),
    'sessions', site.sessions_of(person)
  ) into result;
  for entry in select name, user_column from site.personal_tables order by name loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from %s t where t.%I = $1', entry.name::regclass, entry.user_column)
      into rows using person;
    result := result || jsonb_build_object(entry.name, rows);
  end loop;
  return result;
end $$;

-- The sessions that go on, the last used first.
create or replace function site.sessions_of(person uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(s) order by s.last_used_at desc), '[]')
  from (
    select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.updated_at, s.created_at) as last_used_at, s.user_agent,
      host(s.ip) as ip, s.aal::text as aal
    from auth.sessions s where s.user_id = person and (s.not_after is null or s.not_after > now())) s
$$;

create or replace function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_own_data();
  return site.export_data(auth.uid());
end $$;

-- For finding a part of an address, a name or a number among all accounts, and for counting those that are not deleted. A hosted project keeps
-- the table to itself: there a search reads every row.
do $$
begin
  create extension if not exists pg_trgm with schema extensions;
  create index if not exists users_search_idx on auth.users using gin ((coalesce(email, '') || ' '
    || coalesce(raw_user_meta_data ->> 'name', raw_user_meta_data ->> 'full_name', '') || ' ' || coalesce(phone, '')) extensions.gin_trgm_ops);
  create index if not exists users_deleted_idx on auth.users (id) where deleted_at is not null;
exception when others then
  raise notice 'Accounts are searched without an index: %', sqlerrm;
end $$;

-- Fifty accounts, and one more if there are more. `after_at` and `after_id` are those of the last account before: a later page costs no more
-- than the first. How many there are in all is counted for the first page; of a search, up to 1,001.
create or replace function public.admin_people(query text default '', sort text default 'created', after_at timestamptz default null,
  after_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text := btrim(coalesce(query, ''));
  -- Numbers are stored without signs and spaces.
  part text := case when wanted ~ '^[-+()./ 0-9]{3,}$' then regexp_replace(wanted, '[^0-9]', '', 'g') else wanted end;
  by_sign_in boolean := coalesce(sort, '') = 'sign-in';
  found_where text := 'true';
  after_where text := 'true';
  people jsonb;
  total bigint;
begin
  perform site.require_admin();
  part := '%' || replace(replace(replace(part, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  if wanted ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    found_where := 'u.id = $1::uuid';
  elsif wanted <> '' then
    -- As in the index.
    found_where := $where$(coalesce(u.email, '') || ' ' || coalesce(u.raw_user_meta_data ->> 'name', u.raw_user_meta_data ->> 'full_name', '')
      || ' ' || coalesce(u.phone, '')) ilike $2$where$;
  end if;
  if after_id is not null then
    after_where := case
      when by_sign_in and after_at is null then 'u.last_sign_in_at is null and u.id < $4'
      when by_sign_in then '((u.last_sign_in_at, u.id) < ($3, $4) or u.last_sign_in_at is null)'
      when after_at is null then '(u.created_at is null and u.id < $4 or u.created_at is not null)'
      else '(u.created_at, u.id) < ($3, $4)' end;
  elsif wanted = '' then
    total := (select count(*) from auth.users) - (select count(*) from auth.users u where u.deleted_at is not null);
  else
    execute format('select count(*) from (select from auth.users u where u.deleted_at is null and %s limit 1001) u', found_where)
      into total using wanted, part;
  end if;
  execute format($statement$
    select coalesce(jsonb_agg(site.person_in_list(u) order by %1$s, u.id desc), '[]')
    from (select u.* from auth.users u where u.deleted_at is null and %2$s and %3$s order by %1$s, u.id desc limit 51) u
  $statement$, case when by_sign_in then 'u.last_sign_in_at desc nulls last' else 'u.created_at desc' end, found_where, after_where)
    into people using wanted, part, after_at, after_id;
  return jsonb_build_object('people', people, 'total', total);
end $$;

create or replace function site.person_in_list(u auth.users) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'email', nullif(u.email, ''), 'phone', nullif(u.phone, ''),
    'name', coalesce(u.raw_user_meta_data ->> 'name', u.raw_user_meta_data ->> 'full_name'),
    'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at, 'invited_at', u.invited_at,
    'is_confirmed', u.email_confirmed_at is not null or u.phone_confirmed_at is not null,
    'banned_until', case when u.banned_until > now() then u.banned_until end,
    'is_owner', coalesce((u.raw_app_meta_data ->> 'owner')::boolean, false),
    'is_anonymous', coalesce(u.is_anonymous, false))
$$;

-- One account with everything the page about it shows; null if there is none.
create or replace function public.admin_person(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_admin();
  return (
    select site.person_in_list(u) || jsonb_build_object(
      'is_self', u.id = auth.uid(),
      'email_confirmed_at', u.email_confirmed_at,
      'phone_confirmed_at', u.phone_confirmed_at,
      'has_password', coalesce(u.encrypted_password, '') <> '',
      'identities', (select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'email', i.email, 'created_at', i.created_at,
          'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]') from auth.identities i where i.user_id = u.id),
      'factors', (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
          'created_at', f.created_at) order by f.created_at), '[]')
        from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
      'passkeys', site.passkeys_of(u.id),
      'sessions', (select coalesce(jsonb_agg(s || jsonb_build_object('is_current', s ->> 'id' = auth.jwt() ->> 'session_id') order by place), '[]')
        from jsonb_array_elements(site.sessions_of(u.id)) with ordinality a (s, place)),
      -- An invitation is noted before the account exists, by its address.
      'log', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'at', l.at, 'email', l.email, 'action', l.action,
          'target', l.target, 'details', l.details) order by l.id desc), '[]')
        from (select l.* from site.admin_log l
          where l.target = u.id::text or l.target = lower(u.email) and l.action = 'people.invite'
          order by l.id desc limit 50) l))
    from auth.users u where u.id = person and u.deleted_at is null);
end $$;

-- Locks the account that is about to be changed. Two owners who put each other out at the same moment come one after the other, and the second
-- is no owner any more: one of them stays.
create or replace function site.require_person(person uuid, self_refusal text default null) returns auth.users
language plpgsql set search_path = '' as $$
declare
  found_user auth.users;
begin
  select u.* into found_user from auth.users u where u.id = person and u.deleted_at is null;
  if found_user.id is null then
    raise exception 'There is no account with this id.' using hint = 'not_found';
  end if;
  if self_refusal is not null then
    if found_user.id = auth.uid() then
      raise exception '%', self_refusal using hint = 'yourself';
    end if;
    if (found_user.raw_app_meta_data ->> 'owner')::boolean then
      lock table site.owners in share row exclusive mode;
      perform site.require_admin();
    end if;
  end if;
  select u.* into found_user from auth.users u where u.id = person and u.deleted_at is null for update;
  if found_user.id is null then
    raise exception 'There is no account with this id.' using hint = 'not_found';
  end if;
  return found_user;
end $$;

create or replace function site.note_person_action(action text, person auth.users, details jsonb default '{}') returns void
language sql set search_path = '' as $$
  select public.note_admin_action(action, person.id::text,
    details || jsonb_strip_nulls(jsonb_build_object('email', nullif(person.email, ''), 'phone', nullif(person.phone, ''))))
$$;

-- Codes and links that were sent open nothing any more. A hosted project may not have the last two tables yet.
create or replace function site.void_sent_codes(person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  delete from auth.one_time_tokens where user_id = person;
  update auth.users set confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
    phone_change_token = '', reauthentication_token = '', updated_at = now()
  where id = person;
  begin
    delete from auth.flow_state where user_id = person;
    delete from auth.oauth_authorizations where user_id = person;
  exception when undefined_table or undefined_column or insufficient_privilege then
    null;
  end;
end $$;

-- Until a moment, or not any more (null). A ban ends all sessions. It is no longer than a century: the auth service cannot read 'infinity'.
create or replace function public.admin_ban(person uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target auth.users;
  -- least() alone would take null for no limit.
  ends timestamptz := case when until is not null then least(until, now() + interval '100 years') end;
begin
  perform site.require_admin();
  target := site.require_person(person, case when until is not null then 'You cannot ban yourself.' end);
  if ends <= now() then
    raise exception 'A ban has to end in the future.' using hint = 'bad_time';
  end if;
  perform site.note_person_action(case when until is null then 'people.unban' else 'people.ban' end, target,
    case when until is null then '{}' else jsonb_build_object('until', ends) end);
  update auth.users set banned_until = ends, updated_at = now() where id = person;
  if ends is not null then
    perform site.void_sent_codes(person);
    delete from auth.sessions where user_id = person;
  end if;
end $$;

-- As if the user had followed the link of the mail. The address of an owner is confirmed by its holder alone: it makes them an owner.
create or replace function public.admin_confirm_email(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target auth.users;
begin
  perform site.require_admin();
  target := site.require_person(person);
  if coalesce(target.email, '') = '' then
    raise exception 'This account has no address.' using hint = 'no_address';
  end if;
  if target.email_confirmed_at is not null then
    return;
  end if;
  perform site.refuse_owner_address(target.email);
  perform site.note_person_action('people.confirm', target);
  update auth.users set email_confirmed_at = now(), is_anonymous = false,
    raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
  where id = person;
  update auth.identities i set identity_data = i.identity_data || '{"email_verified": true}', updated_at = now()
  where i.user_id = person and i.email = lower(target.email);
  perform site.void_sent_codes(person);
end $$;

create or replace function site.refuse_owner_address(address text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from site.owners o where o.email = lower(btrim(address))) then
    raise exception 'This is the address of an owner. Its holder confirms it with the link of a mail.' using hint = 'owner_address';
  end if;
end $$;

-- Asked before the auth service creates a confirmed account with this id and address.
create or replace function public.admin_note_new_person(person uuid, address text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_admin();
  perform site.refuse_owner_address(address);
  perform public.note_admin_action('people.create', person::text, jsonb_build_object('email', lower(btrim(address))));
end $$;

-- For a user who has lost it. Sessions that were confirmed with it end. Recovery codes go with the last other factor.
create or replace function public.admin_remove_factor(person uuid, factor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target auth.users;
  kind text;
begin
  perform site.require_admin('10 minutes');
  target := site.require_person(person, 'Change your own second factor on your account page.');
  delete from auth.mfa_factors f where f.id = factor and f.user_id = person returning f.factor_type::text into kind;
  if kind is null then
    raise exception 'This account has no such factor.' using hint = 'not_found';
  end if;
  perform site.note_person_action('people.remove-factor', target, jsonb_build_object('kind', kind));
  delete from auth.sessions where user_id = person and factor_id = factor;
  if not exists (select from auth.mfa_factors f
    where f.user_id = person and f.status = 'verified' and f.factor_type::text <> 'recovery_code') then
    delete from auth.mfa_factors f where f.user_id = person and f.factor_type::text = 'recovery_code';
  end if;
end $$;

-- One session, or all but the caller's own. Says how many have ended.
create or replace function public.admin_end_session(person uuid, session uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  target auth.users;
  ended integer;
begin
  perform site.require_admin();
  target := site.require_person(person);
  if session::text = auth.jwt() ->> 'session_id' then
    raise exception 'This is the session you are using. Sign out instead.' using hint = 'yourself';
  end if;
  delete from auth.sessions s
  where s.user_id = person and (session is null or s.id = session) and s.id::text <> auth.jwt() ->> 'session_id';
  get diagnostics ended = row_count;
  if ended > 0 then
    perform site.note_person_action('people.end-session', target, jsonb_build_object('sessions', ended));
  end if;
  return ended;
end $$;

-- The account with everything that hangs on it.
create or replace function public.admin_delete_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target auth.users;
begin
  perform site.require_admin('10 minutes');
  target := site.require_person(person, 'You cannot delete yourself here. You can on your account page.');
  perform site.note_person_action('people.delete', target);
  perform site.void_sent_codes(person);
  delete from auth.users where id = person;
exception when foreign_key_violation then
  raise exception 'Rows of other tables still refer to this account. Delete them first, or let them cascade.' using hint = 'referenced';
end $$;

create or replace function public.admin_export_person(person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_admin('10 minutes');
  perform site.note_person_action('people.export', site.require_person(person));
  return site.export_data(person);
end $$;

revoke execute on function site.export_data(uuid), site.sessions_of(uuid), site.person_in_list(auth.users),
  site.require_person(uuid, text), site.note_person_action(text, auth.users, jsonb), site.void_sent_codes(uuid),
  site.refuse_owner_address(text) from public, anon, authenticated;
revoke execute on function public.admin_people(text, text, timestamptz, uuid), public.admin_person(uuid), public.admin_ban(uuid, timestamptz),
  public.admin_confirm_email(uuid), public.admin_note_new_person(uuid, text), public.admin_remove_factor(uuid, uuid),
  public.admin_end_session(uuid, uuid), public.admin_delete_person(uuid), public.admin_export_person(uuid) from public, anon;
grant execute on function public.admin_people(text, text, timestamptz, uuid), public.admin_person(uuid), public.admin_ban(uuid, timestamptz),
  public.admin_confirm_email(uuid), public.admin_note_new_person(uuid, text), public.admin_remove_factor(uuid, uuid),
  public.admin_end_session(uuid, uuid), public.admin_delete_person(uuid), public.admin_export_person(uuid) to authenticated;
