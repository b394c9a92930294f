-- ADMIN=off closes the functions of the admin area too: the server says so in each request that it runs. All of them ask this one who is calling.
-- It refuses every caller but an owner who signed in here, whose session goes on, with the second factor where there is one. `signed_in_at` is when
-- the caller last proved who they are: renewing a token is no proof. The hint says what the caller can do about it.
create or replace function public.admin_session()
returns table (user_id uuid, email text, signed_in_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_own_data();
  if current_setting('porchlight.admin', true) = 'off' then
    raise exception 'The admin area is switched off.' using errcode = '42501', hint = 'not_owner';
  end if;
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
