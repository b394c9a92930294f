-- Runs. Everything here is its owner's alone, except what stands in published_runs: that is a second, smaller copy of a run, cut by the
-- owner's privacy zones, and the database itself refuses it when a point or a line of it lies in a zone, and hides it as soon as a zone changes.

-- One row for each time that files were imported, so that it can be undone.
create table if not exists public.run_imports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  unique (id, user_id)
);
create index if not exists run_imports_user on public.run_imports (user_id, created_at);

create table if not exists public.runs (
  -- Given by the browser: a batch that is sent again after a lost answer adds nothing.
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  import_id uuid,
  name text not null default '' check (char_length(name) <= 200),
  notes text not null default '' check (char_length(notes) <= 20000),
  started_at timestamptz not null,
  -- Minutes that the runner's clock was ahead of UTC, and the date on it.
  utc_offset smallint not null check (utc_offset between -1440 and 1440),
  day date not null,
  metres float8 not null check (metres between 0 and 1e7),
  elapsed float8 not null check (elapsed between 0 and 1e8),
  moving float8 not null check (moving between 0 and 1e8),
  gain real,
  loss real,
  average_heart_rate real,
  highest_heart_rate real,
  average_cadence real,
  gear text check (char_length(gear) between 1 and 200),
  device text check (char_length(device) <= 200),
  source text not null check (source in ('fit', 'tcx', 'gpx', 'strava')),
  points integer not null check (points >= 0),
  has_route boolean not null,
  -- How much the file tells: of two files about one run the richer one is kept.
  richness float8 not null,
  -- {"elapsed": [[metres, seconds, start], …], "moving": […]}, and laps as [[start, time, metres], …].
  efforts jsonb not null check (jsonb_typeof(efforts) = 'object' and octet_length(efforts::text) <= 20000),
  laps jsonb not null default '[]' check (jsonb_typeof(laps) = 'array' and octet_length(laps::text) <= 300000),
  -- What the file itself says about the whole, for runs without points.
  stated jsonb not null default '{}' check (jsonb_typeof(stated) = 'object' and octet_length(stated::text) <= 1000),
  outline text not null default '' check (outline = '' or (char_length(outline) <= 100000 and outline ~ '^[ML0-9. -]+$')),
  -- The file it came from: what it was called, and where it is in the bucket run-files once it has arrived there.
  original_name text check (char_length(original_name) <= 300),
  original text check (char_length(original) <= 1024),
  -- A richer file took the place of this run. It comes back when that one goes.
  replaced_by uuid,
  -- Deleted and still to be had back for a while.
  deleted_at timestamptz,
  -- Kept by a trigger: the zones_version under which it was published; null for a private run.
  published_version integer,
  created_at timestamptz not null default now(),
  unique (id, user_id),
  foreign key (import_id, user_id) references public.run_imports (id, user_id) on delete set null (import_id),
  foreign key (replaced_by, user_id) references public.runs (id, user_id) on delete set null (replaced_by) deferrable initially deferred
);
-- Two browsers that import the same files at the same moment add each run once.
create unique index if not exists runs_once on public.runs (user_id, started_at, elapsed, metres)
  where deleted_at is null and replaced_by is null;
create index if not exists runs_import on public.runs (import_id);
create index if not exists runs_replaced on public.runs (replaced_by) where replaced_by is not null;
create index if not exists runs_deleted on public.runs (user_id, deleted_at) where deleted_at is not null;

-- Where somebody was, second by second, packed (running/track/pack-track.ts) and in base64. Compressing it once more would gain nothing.
create table if not exists public.run_tracks (
  run_id uuid not null,
  user_id uuid not null default auth.uid(),
  packed text not null check (octet_length(packed) <= 1000000 and packed ~ '^[A-Za-z0-9+/]*={0,2}$'),
  -- Both, so that nobody learns from a refusal whose run an id is.
  primary key (run_id, user_id),
  foreign key (run_id, user_id) references public.runs (id, user_id) on delete cascade
);
alter table public.run_tracks alter column packed set storage external;
create index if not exists run_tracks_user on public.run_tracks (user_id);

create table if not exists public.running_settings (
  user_id uuid primary key default auth.uid() references auth.users on delete cascade,
  unit text check (unit in ('km', 'mi')),
  week_start text not null default 'monday' check (week_start in ('monday', 'sunday')),
  goals jsonb not null default '[]' check (jsonb_typeof(goals) = 'array' and octet_length(goals::text) <= 10000),
  gear jsonb not null default '{}' check (jsonb_typeof(gear) = 'object' and octet_length(gear::text) <= 50000),
  highest_heart_rate smallint check (highest_heart_rate between 100 and 250),
  samples_hidden boolean not null default false,
  -- Raised whenever a zone changes. What was published under another number is not shown.
  zones_version integer not null default 0
);

create table if not exists public.privacy_zones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  name text not null default '' check (char_length(name) <= 80),
  latitude float8 not null check (latitude between -90 and 90),
  longitude float8 not null check (longitude between -180 and 180),
  radius float8 not null check (radius between 100 and 5000),
  -- Says where the hidden circle really lies. Nobody chooses it.
  secret text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (secret ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
create index if not exists privacy_zones_user on public.privacy_zones (user_id);

-- What strangers see of a run. Sums and efforts are those of the part that is shown.
create table if not exists public.published_runs (
  run_id uuid primary key,
  user_id uuid not null default auth.uid(),
  zones_version integer not null,
  name text not null default '' check (char_length(name) <= 200),
  started_at timestamptz not null,
  utc_offset smallint not null check (utc_offset between -1440 and 1440),
  day date not null,
  metres float8 not null check (metres between 0 and 1e7),
  elapsed float8 not null check (elapsed between 0 and 1e8),
  moving float8 not null check (moving between 0 and 1e8),
  gain real,
  loss real,
  average_heart_rate real,
  highest_heart_rate real,
  average_cadence real,
  gear text check (char_length(gear) between 1 and 200),
  source text not null check (source in ('fit', 'tcx', 'gpx', 'strava')),
  points integer not null check (points between 0 and 30000),
  has_route boolean not null,
  efforts jsonb not null check (jsonb_typeof(efforts) = 'object' and octet_length(efforts::text) <= 20000),
  -- Milliseconds, millionths of a degree, decimetres above the sea, beats a minute, decimetres. Null where something is not known.
  time integer[] not null,
  latitude integer[] not null,
  longitude integer[] not null,
  elevation integer[] not null,
  heart_rate smallint[] not null,
  distance integer[] not null,
  -- The points, counted from 0, before which there was a pause or something was cut out.
  breaks integer[] not null,
  -- The points that the outline is drawn through; one with which a new line begins is written as -1 - point. The drawing itself is made
  -- from them by a trigger, so that it cannot show what the track does not.
  corners integer[] not null default '{}',
  outline text not null default '',
  published_at timestamptz not null default now(),
  foreign key (run_id, user_id) references public.runs (id, user_id) on delete cascade
);
create index if not exists published_runs_user on public.published_runs (user_id, started_at);

-- The hidden circles of somebody's zones, as running/privacy/zone.ts has them: half as large again as the zone, and beside its middle.
create or replace function site.draw_share(secret text, word text) returns float8
language sql immutable set search_path = '' as $$
  select (get_byte(d, 0)::bigint * 16777216 + get_byte(d, 1) * 65536 + get_byte(d, 2) * 256 + get_byte(d, 3)) / 4294967296::float8
  from sha256(convert_to('["' || secret || '","' || word || '"]', 'UTF8')) d
$$;

-- A flat map around a place, as running/analysis/geometry.ts has it: metres of a degree to the north and to the east.
create or replace function site.metres_of_degree(latitude float8, out north float8, out east float8)
language sql immutable set search_path = '' as $$
  select 6371008.8 * (pi() / 180), 6371008.8 * (pi() / 180) * greatest(0.01, cos(latitude * (pi() / 180)))
$$;

create or replace function site.hidden_circles(of_user uuid) returns table (latitude float8, longitude float8, radius float8)
language sql stable security definer set search_path = '' as $$
  select z.latitude + sin(a.angle) * a.off / d.north, turned.east - 360 * floor(turned.east / 360 + 0.5), z.radius * 1.5
  from public.privacy_zones z,
    lateral (select site.draw_share(z.secret, 'angle') * 2 * pi() as angle,
      (0.15 + 0.3 * site.draw_share(z.secret, 'distance')) * z.radius as off) a,
    site.metres_of_degree(z.latitude) d,
    lateral (select z.longitude + cos(a.angle) * a.off / d.east as east) turned
  where z.user_id = of_user
$$;

-- Whether a line through points comes into one of somebody's circles. Points are joined with the one before when `joined` says so.
-- A millimetre is left to the arithmetic of two machines.
create or replace function site.enters_zone(of_user uuid, latitudes float8[], longitudes float8[], joined boolean[]) returns boolean
language sql stable security definer set search_path = '' set jit = off as $$
  select exists (
    select from site.hidden_circles(of_user) c, site.metres_of_degree(c.latitude) d,
      lateral (
        select x, y, case when j then coalesce(lag(x) over w, x) else x end - x as east,
          case when j then coalesce(lag(y) over w, y) else y end - y as north
        from (
          -- Across the date line the short way is the right one.
          select at, j, (lon - c.longitude - 360 * floor((lon - c.longitude) / 360 + 0.5)) * d.east as x, (lat - c.latitude) * d.north as y
          from unnest(latitudes, longitudes, joined) with ordinality p (lat, lon, j, at)
        ) placed
        window w as (order by at)
      ) s,
      -- The share of the way at which the line is nearest to the middle.
      lateral (select case when s.east = 0 and s.north = 0 then 0
        else least(1, greatest(0, -(s.x * s.east + s.y * s.north) / (s.east * s.east + s.north * s.north))) end as share) n
    where sqrt((s.x + n.share * s.east) ^ 2 + (s.y + n.share * s.north) ^ 2) < c.radius - 0.001
  )
$$;

create or replace function site.zones_version_of(of_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select zones_version from public.running_settings where user_id = of_user), 0)
$$;

-- Whether strangers see a published run now: cut by the zones as they are, of a run that is still there.
create or replace function site.is_shown(run uuid, of_user uuid, version integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select version = site.zones_version_of(of_user)
    and exists (select from public.runs r where r.id = run and r.user_id = of_user and r.deleted_at is null and r.replaced_by is null)
$$;

-- The shape of a run in a square of 100 by 100 with a margin of 4, through the corners.
create or replace function site.draw_outline(latitudes float8[], longitudes float8[], corners integer[]) returns text
language sql immutable set search_path = '' as $$
  with placed as (
    select p.at - 1 as point, (p.lon - f.lon - 360 * floor((p.lon - f.lon) / 360 + 0.5)) * d.east as x, (p.lat - f.lat) * d.north as y
    from unnest(latitudes, longitudes) with ordinality p (lat, lon, at),
      (select lat, lon from unnest(latitudes, longitudes) with ordinality a (lat, lon, at) where lat is not null order by at limit 1) f,
      site.metres_of_degree(f.lat) d
    where p.lat is not null
  ), box as (
    select (min(x) + max(x)) / 2 as x, (min(y) + max(y)) / 2 as y, 92 / greatest(100, max(x) - min(x), max(y) - min(y)) as scale from placed
  )
  select coalesce(string_agg(
    case when c.corner < 0 then 'M' else 'L' end || round((50 + (p.x - box.x) * box.scale)::numeric, 1) || ' '
      || round((50 - (p.y - box.y) * box.scale)::numeric, 1), '' order by c.at), '')
  from unnest(corners) with ordinality c (corner, at)
  join placed p on p.point = case when c.corner < 0 then -1 - c.corner else c.corner end, box
$$;

create or replace function site.check_published_run() returns trigger
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  version integer;
  latitudes float8[];
  longitudes float8[];
  joined boolean[];
  is_good boolean;
begin
  -- The row of the version first: whoever changes a zone changes it as well, so the two wait for each other, and the later one knows of the other.
  insert into public.running_settings (user_id) values (new.user_id) on conflict do nothing;
  select zones_version into version from public.running_settings where user_id = new.user_id for share;
  if not exists (select from public.runs where id = new.run_id and user_id = new.user_id) then
    raise exception 'There is no such run.' using errcode = '23503', hint = 'no_such_run';
  end if;
  if new.zones_version is distinct from version then
    raise exception 'Your privacy zones have changed meanwhile.' using errcode = '23514', hint = 'zones_changed';
  end if;

  -- Whole columns, in order, on Earth, and sums that are not larger than what is shown.
  is_good := new.points = all (array[cardinality(new.time), cardinality(new.latitude), cardinality(new.longitude),
      cardinality(new.elevation), cardinality(new.heart_rate), cardinality(new.distance)])
    and array_position(new.time, null) is null and array_position(new.breaks, null) is null and array_position(new.corners, null) is null
    and new.breaks = array(select b from unnest(new.breaks) b order by b)
    and 0 <= all (new.breaks) and new.points > all (new.breaks)
    and new.has_route = exists (select from unnest(new.latitude) l where l is not null)
    and not exists (select from unnest(new.latitude, new.longitude) p (lat, lon)
      where (lat is null) <> (lon is null) or abs(lat) > 90000000 or abs(lon) > 180000000)
    and not exists (select from unnest(new.time) with ordinality t (ms, at) join unnest(new.time) with ordinality n (ms, at) on n.at = t.at + 1
      where n.ms <= t.ms or t.ms < 0)
    and (new.points = 0 or new.elapsed <= new.time[new.points] / 1000.0 + 1)
    and new.moving <= new.elapsed + 1
    and not exists (select from jsonb_each(new.efforts) kind, jsonb_array_elements(kind.value) effort
      where (effort ->> 0)::float8 > new.metres + 1 or (effort ->> 2)::float8 > new.elapsed + 1);
  if is_good is not true then
    raise exception 'This run does not fit together.' using errcode = '23514', hint = 'not_a_run';
  end if;

  -- Points without a position are skipped; a line goes on behind them unless there is a break in between.
  select array_agg(lat / 1e6::float8 order by at), array_agg(lon / 1e6::float8 order by at),
    array_agg(coalesce(piece = before, false) order by at)
  into latitudes, longitudes, joined
  from (select lat, lon, at, piece, lag(piece) over (order by at) as before
    from (select lat, lon, at, width_bucket(at::integer - 1, new.breaks) as piece
      from unnest(new.latitude, new.longitude) with ordinality p (lat, lon, at) where lat is not null) known) pieces;
  if site.enters_zone(new.user_id, latitudes, longitudes, joined) then
    raise exception 'This run comes into one of your privacy zones.' using errcode = '23514', hint = 'in_zone';
  end if;

  -- The outline leaves points out, so its lines are others.
  select array_agg(new.latitude[point + 1] / 1e6::float8 order by at), array_agg(new.longitude[point + 1] / 1e6::float8 order by at),
    array_agg(corner >= 0 order by at), bool_and(new.latitude[point + 1] is not null and
      (corner < 0 or coalesce(point > before and width_bucket(point, new.breaks) = width_bucket(before, new.breaks), false)))
  into latitudes, longitudes, joined, is_good
  from (select corner, point, at, lag(point) over (order by at) as before
    from (select corner, at, case when corner < 0 then -1 - corner else corner end as point
      from unnest(new.corners) with ordinality c (corner, at)) counted) drawn;
  if cardinality(new.corners) > 0 and (is_good is not true or site.enters_zone(new.user_id, latitudes, longitudes, joined)) then
    raise exception 'The outline of this run comes into one of your privacy zones.' using errcode = '23514', hint = 'in_zone';
  end if;
  new.outline := site.draw_outline(array(select l / 1e6::float8 from unnest(new.latitude) with ordinality p (l, at) order by at),
    array(select l / 1e6::float8 from unnest(new.longitude) with ordinality p (l, at) order by at), new.corners);
  return new;
exception
  -- Texts that are no numbers in `efforts`.
  when invalid_text_representation or invalid_parameter_value or numeric_value_out_of_range then
    raise exception 'This run does not fit together.' using errcode = '23514', hint = 'not_a_run';
end $$;

-- Every change of a zone hides what was published before it. When the account goes, its settings may be gone already.
create or replace function site.raise_zones_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.running_settings as s (user_id, zones_version) values (new.user_id, 1)
      on conflict (user_id) do update set zones_version = s.zones_version + 1;
    -- Counted after the row above is locked, so that two who add at once cannot both take the last place.
    if (select count(*) from public.privacy_zones where user_id = new.user_id) > 20 then
      raise exception 'You have 20 zones, which is the most there can be.' using errcode = '23514', hint = 'too_many_zones';
    end if;
  elsif tg_op = 'DELETE' or (new.latitude, new.longitude, new.radius, new.secret) is distinct from (old.latitude, old.longitude, old.radius, old.secret) then
    update public.running_settings set zones_version = zones_version + 1 where user_id = old.user_id;
  end if;
  return null;
end $$;

create or replace function site.limit_runs() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner uuid;
begin
  for owner in select distinct user_id from added loop
    perform pg_advisory_xact_lock(720050, hashtext(owner::text));
    if (select count(*) from public.runs where user_id = owner) > 20000 then
      raise exception 'You have 20,000 runs, which is the most there can be.' using errcode = '23514', hint = 'too_many_runs';
    end if;
  end loop;
  return null;
end $$;

-- What is shown of a run is called as the run is.
create or replace function site.rename_published_run() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.published_runs set name = new.name, gear = new.gear where run_id = new.id;
  return null;
end $$;

create or replace function site.mark_public_run() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.runs set published_version = case when tg_op = 'DELETE' then null else new.zones_version end
    where id = case when tg_op = 'DELETE' then old.run_id else new.run_id end;
  return null;
end $$;

-- The files of an account go with it. Where bytes go with their rows (the embedded storage) that is done here; a hosted project would keep
-- bytes that no row names, so there the rows stay until the account page has removed them through the storage API.
create or replace function site.remove_run_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('porchlight.unclaimed_files') is not null then
    delete from storage.objects where bucket_id = 'run-files' and name collate "C" >= old.id::text || '/' and name collate "C" < old.id::text || '0';
  end if;
  return old;
end $$;
revoke execute on function site.hidden_circles(uuid), site.enters_zone(uuid, float8[], float8[], boolean[]), site.zones_version_of(uuid),
  site.is_shown(uuid, uuid, integer), site.check_published_run(), site.raise_zones_version(), site.limit_runs(),
  site.rename_published_run(), site.mark_public_run(), site.remove_run_files() from public, anon, authenticated;
grant execute on function site.is_shown(uuid, uuid, integer) to anon, authenticated;

create or replace trigger check_published_run
  before insert or update of run_id, user_id, zones_version, points, time, latitude, longitude, elevation, heart_rate, distance, breaks, corners,
    outline, has_route, metres, elapsed, moving, efforts on public.published_runs
  for each row execute function site.check_published_run();
create or replace trigger mark_public_run after insert or update of zones_version or delete on public.published_runs
  for each row execute function site.mark_public_run();
create or replace trigger raise_zones_version after insert or update or delete on public.privacy_zones
  for each row execute function site.raise_zones_version();
create or replace trigger limit_runs after insert on public.runs referencing new table as added
  for each statement execute function site.limit_runs();
create or replace trigger rename_published_run after update of name, gear on public.runs
  for each row when ((old.name, old.gear) is distinct from (new.name, new.gear)) execute function site.rename_published_run();
create or replace trigger remove_run_files before delete on auth.users
  for each row execute function site.remove_run_files();

do $$
declare
  named text;
begin
  foreach named in array array['run_imports', 'runs', 'run_tracks', 'running_settings', 'privacy_zones', 'published_runs'] loop
    execute format('alter table public.%I enable row level security', named);
    execute format('revoke all on public.%I from anon, authenticated', named);
    execute format('grant all on public.%I to service_role', named);
    execute format('drop policy if exists "everybody has their own" on public.%I', named);
    execute format('create policy "everybody has their own" on public.%I for all to authenticated
      using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()))', named);
  end loop;
end $$;

grant select, delete, insert (id) on public.run_imports to authenticated;
grant select, delete, insert (id, import_id, name, notes, started_at, utc_offset, day, metres, elapsed, moving, gain, loss, average_heart_rate,
    highest_heart_rate, average_cadence, gear, device, source, points, has_route, richness, efforts, laps, stated, outline, original_name),
  update (name, notes, gear, original, replaced_by, deleted_at) on public.runs to authenticated;
grant select, insert (run_id, packed) on public.run_tracks to authenticated;
grant select, insert (unit, week_start, goals, gear, highest_heart_rate, samples_hidden),
  update (unit, week_start, goals, gear, highest_heart_rate, samples_hidden) on public.running_settings to authenticated;
grant select, delete, insert (name, latitude, longitude, radius), update (name) on public.privacy_zones to authenticated;

-- Strangers see no user behind a run. `user_id` is asked for by policies only.
grant select (run_id, zones_version, name, started_at, utc_offset, day, metres, elapsed, moving, gain, loss, average_heart_rate, highest_heart_rate,
    average_cadence, gear, source, points, has_route, efforts, time, latitude, longitude, elevation, heart_rate, distance, breaks, corners, outline,
    published_at)
  on public.published_runs to anon, authenticated;
grant delete, insert (run_id, zones_version, name, started_at, utc_offset, day, metres, elapsed, moving, gain, loss, average_heart_rate,
    highest_heart_rate, average_cadence, gear, source, points, has_route, efforts, time, latitude, longitude, elevation, heart_rate, distance,
    breaks, corners),
  update (run_id, zones_version, name, started_at, utc_offset, day, metres, elapsed, moving, gain, loss, average_heart_rate,
    highest_heart_rate, average_cadence, gear, source, points, has_route, efforts, time, latitude, longitude, elevation, heart_rate, distance,
    breaks, corners) on public.published_runs to authenticated;
drop policy if exists "strangers see what the zones leave" on public.published_runs;
create policy "strangers see what the zones leave" on public.published_runs for select to anon, authenticated
  using (site.is_shown(run_id, user_id, zones_version));

-- Adds runs with their tracks, all of a batch or none: a run without its track would be half a run. Gives back the ids that are there now;
-- one that is missing was added by somebody else in the meantime.
create or replace function public.add_runs(import uuid, batch jsonb) returns setof uuid
language plpgsql set search_path = '' as $$
begin
  -- First the old ones make room: a richer file may tell the very same sums.
  update public.runs r set replaced_by = n.id
    from jsonb_to_recordset(batch) as n (id uuid, replaces uuid)
    where r.id = n.replaces and r.replaced_by is null;
  insert into public.runs (id, import_id, name, notes, started_at, utc_offset, day, metres, elapsed, moving, gain, loss, average_heart_rate,
      highest_heart_rate, average_cadence, gear, device, source, points, has_route, richness, efforts, laps, stated, outline, original_name)
    select r.id, import, r.name, r.notes, r.started_at, r.utc_offset, r.day, r.metres, r.elapsed, r.moving, r.gain, r.loss, r.average_heart_rate,
      r.highest_heart_rate, r.average_cadence, r.gear, r.device, r.source, r.points, r.has_route, r.richness, r.efforts, r.laps, r.stated, r.outline,
      r.original_name
    from jsonb_to_recordset(batch) as r (id uuid, name text, notes text, started_at timestamptz, utc_offset smallint, day date, metres float8,
      elapsed float8, moving float8, gain real, loss real, average_heart_rate real, highest_heart_rate real, average_cadence real, gear text,
      device text, source text, points integer, has_route boolean, richness float8, efforts jsonb, laps jsonb, stated jsonb, outline text,
      original_name text)
    on conflict do nothing;
  insert into public.run_tracks (run_id, packed)
    select t.id, t.packed from jsonb_to_recordset(batch) as t (id uuid, packed text)
    where t.packed is not null and exists (select from public.runs r where r.id = t.id)
    on conflict do nothing;
  update public.runs r set replaced_by = null
    from jsonb_to_recordset(batch) as n (id uuid, replaces uuid)
    where r.id = n.replaces and r.replaced_by = n.id and not exists (select from public.runs s where s.id = n.id);
  -- What somebody wrote about the run stays; whether it is public is for them to say again, because the new file may tell more.
  update public.runs r set name = coalesce(nullif(old.name, ''), r.name), notes = coalesce(nullif(old.notes, ''), r.notes),
      gear = coalesce(old.gear, r.gear)
    from jsonb_to_recordset(batch) as n (id uuid, replaces uuid) join public.runs old on old.id = n.replaces and old.replaced_by = n.id
    where r.id = n.id;
  return query select r.id from public.runs r where r.id in (select b.id from jsonb_to_recordset(batch) as b (id uuid));
end $$;

-- Notes which files have arrived in the bucket: [{"id": …, "original": …}, …].
create or replace function public.keep_originals(kept jsonb) returns void
language sql set search_path = '' as $$
  update public.runs r set original = k.original from jsonb_to_recordset(kept) as k (id uuid, original text) where r.id = k.id
$$;

-- Hides the runs of an import and shows again what they had replaced. Their files and rows are removed afterwards, by the browser.
create or replace function public.undo_import(import uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.runs set deleted_at = now() where import_id = import and deleted_at is null;
  update public.runs r set replaced_by = null
    from public.runs n where r.replaced_by = n.id and n.import_id = import and n.user_id = (select auth.uid());
  delete from public.run_imports where id = import;
end $$;

-- Brings deleted runs back, except those that were imported again meanwhile.
create or replace function public.restore_runs(ids uuid[]) returns setof uuid
language sql set search_path = '' as $$
  update public.runs r set deleted_at = null
  where r.id = any (ids) and r.deleted_at is not null
    and not exists (select from public.runs o where o.user_id = r.user_id and o.started_at = r.started_at and o.elapsed = r.elapsed
      and o.metres = r.metres and o.deleted_at is null and o.replaced_by is null)
  returning r.id
$$;

-- What a visitor of the running page sees: the public runs of the site's owners, without their tracks.
create or replace function public.owner_runs()
returns table (run_id uuid, name text, started_at timestamptz, utc_offset smallint, day date, metres float8, elapsed float8, moving float8,
  gain real, average_heart_rate real, average_cadence real, gear text, source text, has_route boolean, efforts jsonb)
language sql stable security definer set search_path = '' as $$
  select p.run_id, p.name, p.started_at, p.utc_offset, p.day, p.metres, p.elapsed, p.moving, p.gain, p.average_heart_rate, p.average_cadence,
    p.gear, p.source, p.has_route, p.efforts
  from site.owners o
  join auth.users u on u.email = o.email and (u.raw_app_meta_data ->> 'owner')::boolean
  join public.published_runs p on p.user_id = u.id and p.zones_version = site.zones_version_of(u.id)
  join public.runs r on r.id = p.run_id and r.deleted_at is null and r.replaced_by is null
$$;
revoke execute on function public.add_runs(uuid, jsonb), public.keep_originals(jsonb), public.undo_import(uuid), public.restore_runs(uuid[]),
  public.owner_runs() from public, anon, authenticated;
grant execute on function public.add_runs(uuid, jsonb), public.keep_originals(jsonb), public.undo_import(uuid), public.restore_runs(uuid[])
  to authenticated;
grant execute on function public.owner_runs() to anon, authenticated;

-- The files as they were chosen: private, in a folder for each user and in it one for each run.
insert into storage.buckets (id, name, public, file_size_limit) values ('run-files', 'run-files', false, 52428800) on conflict do nothing;
drop policy if exists "everybody has their run files" on storage.objects;
create policy "everybody has their run files" on storage.objects for select to authenticated
  using (bucket_id = 'run-files' and (storage.foldername(name))[1] = (select auth.uid())::text);
drop policy if exists "everybody removes their run files" on storage.objects;
create policy "everybody removes their run files" on storage.objects for delete to authenticated
  using (bucket_id = 'run-files' and (storage.foldername(name))[1] = (select auth.uid())::text);
-- A file belongs to a run that is there, so nobody keeps other things in this place.
drop policy if exists "everybody keeps the files of their runs" on storage.objects;
create policy "everybody keeps the files of their runs" on storage.objects for insert to authenticated
  with check (bucket_id = 'run-files' and (storage.foldername(name))[1] = (select auth.uid())::text and array_length(storage.foldername(name), 1) = 2
    and exists (select from public.runs r where r.id::text = (storage.foldername(objects.name))[2] and r.user_id = (select auth.uid())));
drop policy if exists "everybody replaces the files of their runs" on storage.objects;
create policy "everybody replaces the files of their runs" on storage.objects for update to authenticated
  using (bucket_id = 'run-files' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'run-files' and (storage.foldername(name))[1] = (select auth.uid())::text and array_length(storage.foldername(name), 1) = 2
    and exists (select from public.runs r where r.id::text = (storage.foldername(objects.name))[2] and r.user_id = (select auth.uid())));

-- For the export. Tracks are left out of it: a few thousand of them are more than one text can hold, and the files they came from can be had back.
create or replace view site.published_run_list with (security_invoker = true) as
  select run_id, user_id, zones_version, name, started_at, utc_offset, day, metres, elapsed, moving, gain, loss, average_heart_rate, highest_heart_rate,
    average_cadence, gear, source, points, has_route, efforts, published_at from public.published_runs;
revoke all on site.published_run_list from anon, authenticated;
insert into site.personal_tables (name, user_column) values
  ('public.run_imports', 'user_id'), ('public.runs', 'user_id'), ('public.running_settings', 'user_id'), ('public.privacy_zones', 'user_id'),
  ('site.published_run_list', 'user_id')
on conflict (name) do update set user_column = excluded.user_column;
