-- The zones of a run are shares of the highest heart rate of all runs, so the list of the owner's public runs has it as well.
drop function if exists public.owner_runs();
create function public.owner_runs()
returns table (run_id uuid, name text, started_at timestamptz, utc_offset smallint, day date, metres float8, elapsed float8, moving float8,
  gain real, average_heart_rate real, highest_heart_rate real, average_cadence real, gear text, source text, has_route boolean, efforts jsonb)
language sql stable security definer set search_path = '' as $$
  select p.run_id, p.name, p.started_at, p.utc_offset, p.day, p.metres, p.elapsed, p.moving, p.gain, p.average_heart_rate,
    p.highest_heart_rate, p.average_cadence, p.gear, p.source, p.has_route, p.efforts
  from site.owners o
  join auth.users u on u.email = o.email and (u.raw_app_meta_data ->> 'owner')::boolean
  join public.published_runs p on p.user_id = u.id and p.zones_version = site.zones_version_of(u.id)
  join public.runs r on r.id = p.run_id and r.deleted_at is null and r.replaced_by is null
$$;
revoke execute on function public.owner_runs() from public, anon, authenticated;
grant execute on function public.owner_runs() to anon, authenticated;
