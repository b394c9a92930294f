-- The site's own tables, functions and files are for people who have signed in here, with their second factor where they have one. A token
-- that was given to a third-party application is not the person, and a session that has shown only the password may be a thief's. This holds
-- by row security, so that it holds on a hosted project as well. The three questions can be asked in policies of your own:
-- using ((select site.aal2_if_enrolled()))

-- Whether the caller signed in here themselves. A token of an application names it; a hook may have taken the name out, so its session is
-- asked as well. The column is read by name: a hosted project may not have it yet.
create or replace function site.is_own_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'client_id', '') = '' and not exists (
    select from auth.sessions s
    where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id' and to_jsonb(s) ->> 'oauth_client_id' is not null)
$$;

-- Whether the caller has shown a second factor, or has none.
create or replace function site.aal2_if_enrolled() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal' in ('aal2', 'aal3'), false)
    or not exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status = 'verified')
$$;

create or replace function site.may_use_data() returns boolean
language sql stable set search_path = '' as $$
  select site.is_own_session() and site.aal2_if_enrolled()
$$;

-- The same for functions that act beside row security.
create or replace function site.require_own_data() returns void
language plpgsql stable set search_path = '' as $$
begin
  if auth.uid() is null then
    raise exception 'Please sign in.' using errcode = '42501', hint = 'sign_in';
  end if;
  if not site.is_own_session() then
    raise exception 'An application may not do this with the token it was given.' using errcode = '42501', hint = 'application';
  end if;
  if not site.aal2_if_enrolled() then
    raise exception 'Please confirm with your second factor first.' using errcode = '42501', hint = 'insufficient_aal';
  end if;
end $$;

revoke execute on function site.is_own_session(), site.aal2_if_enrolled(), site.may_use_data(), site.require_own_data() from public;
grant execute on function site.is_own_session(), site.aal2_if_enrolled(), site.may_use_data(), site.require_own_data()
  to anon, authenticated, service_role;

-- A restrictive policy takes away from what the others give. Asked in a subquery, it is answered once for a statement.
do $$
declare
  named text;
begin
  foreach named in array array['name_lists', 'name_list_members', 'name_list_items', 'name_votes', 'name_list_invitations',
    'run_imports', 'runs', 'run_tracks', 'running_settings', 'privacy_zones', 'published_runs'] loop
    execute format('drop policy if exists "only for people themselves" on public.%I', named);
    execute format('create policy "only for people themselves" on public.%I as restrictive for all to authenticated
      using ((select site.may_use_data())) with check ((select site.may_use_data()))', named);
  end loop;
end $$;

drop policy if exists "run files only for people themselves" on storage.objects;
create policy "run files only for people themselves" on storage.objects as restrictive for all to authenticated
  using (bucket_id <> 'run-files' or (select site.may_use_data()))
  with check (bucket_id <> 'run-files' or (select site.may_use_data()));
