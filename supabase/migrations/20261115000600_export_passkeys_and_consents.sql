-- The export of 20261115000200, with passkeys and the applications that somebody let in. A hosted project may not have these tables yet,
-- may call their columns otherwise, or may keep them from this function: then the export says null there and gives the rest.

-- Names and times. What is left out is of no use to people: the credential's number and its public key.
create or replace function site.passkeys_of(person uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('friendly_name', p.friendly_name, 'created_at', p.created_at,
      'last_used_at', p.last_used_at) order by p.created_at), '[]') from auth.webauthn_credentials p where p.user_id = person);
exception when undefined_table or undefined_column or insufficient_privilege then
  return null;
end $$;

create or replace function site.consents_of(person uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('application', c.client_name, 'scopes', o.scopes, 'granted_at', o.granted_at,
      'revoked_at', o.revoked_at) order by o.granted_at), '[]')
    from auth.oauth_consents o join auth.oauth_clients c on c.id = o.client_id where o.user_id = person);
exception when undefined_table or undefined_column or insufficient_privilege then
  return null;
end $$;

revoke execute on function site.passkeys_of(uuid), site.consents_of(uuid) from public, anon, authenticated;

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
