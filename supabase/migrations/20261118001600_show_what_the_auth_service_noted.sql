-- The auth service's own entries about an account, for the page about a person. The service writes them; a hosted project may keep none in the
-- database, or not let them be read.

-- By the account that did something, and by the account that an admin did something to. The second is short: only entries of admins are in it. A
-- hosted project keeps the table to itself: there the entries are found by reading all of them.
do $$
begin
  create index if not exists audit_log_entries_actor_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc, id desc);
  create index if not exists audit_log_entries_subject_idx on auth.audit_log_entries
    ((payload -> 'traits' ->> 'user_id'), created_at desc, id desc) where payload -> 'traits' ->> 'user_id' is not null;
exception when others then
  raise notice 'Entries of the auth service are found without an index: %', sqlerrm;
end $$;

-- Fifty entries, and one more if there are more, the newest first; null if they cannot be read. `after_at` and `after_id` are those of the last
-- entry before. Of what an entry holds beside its action only the provider is passed on.
create or replace function public.admin_person_events(person uuid, after_at timestamptz default null, after_id uuid default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  newest text := format('a.created_at is not null %s order by a.created_at desc, a.id desc limit 51',
    case when after_id is not null then format('and (a.created_at, a.id) < (%L::timestamptz, %L::uuid)', after_at, after_id) end);
begin
  perform site.require_admin();
  return site.read_if_possible(format($query$
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'at', e.created_at, 'action', e.payload ->> 'action',
        'ip', nullif(e.ip_address, ''), 'provider', e.payload -> 'traits' ->> 'provider',
        'by', case when e.payload ->> 'actor_id' is distinct from %1$L then e.payload ->> 'actor_username' end)
      order by e.created_at desc, e.id desc), '[]')
    from (
      -- One that is found both ways is one entry.
      select distinct on (f.created_at, f.id) f.* from (
        (select a.* from auth.audit_log_entries a where a.payload ->> 'actor_id' = %1$L and %2$s)
        union all
        (select a.* from auth.audit_log_entries a where a.payload -> 'traits' ->> 'user_id' = %1$L and %2$s)) f
      order by f.created_at desc, f.id desc limit 51) e$query$, person::text, newest));
end $$;

revoke execute on function public.admin_person_events(uuid, timestamptz, uuid) from public, anon;
grant execute on function public.admin_person_events(uuid, timestamptz, uuid) to authenticated;
