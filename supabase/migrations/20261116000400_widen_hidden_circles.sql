-- What strangers see of a run is cut by larger circles that lie further beside the zone, and each run has a size of its own: the ends of many
-- runs fitted a circle whose middle was less than half the radius away from the place. running/privacy/zone.ts has the same circles.
create or replace function site.draw_share(secret text, word text, number bigint) returns float8
language sql immutable set search_path = '' as $$
  select (get_byte(d, 0)::bigint * 16777216 + get_byte(d, 1) * 65536 + get_byte(d, 2) * 256 + get_byte(d, 3)) / 4294967296::float8
  from sha256(convert_to('["' || secret || '","' || word || '",' || number || ']', 'UTF8')) d
$$;

create or replace function site.hidden_circles(of_user uuid, run_start timestamptz) returns table (latitude float8, longitude float8, radius float8)
language sql stable security definer set search_path = '' as $$
  select z.latitude + sin(a.angle) * a.off / d.north, turned.east - 360 * floor(turned.east / 360 + 0.5),
    z.radius * 2.25 * (1 + 0.2 * site.draw_share(z.secret, 'run', floor(extract(epoch from run_start) * 1000)::bigint))
  from public.privacy_zones z,
    lateral (select site.draw_share(z.secret, 'direction') * 2 * pi() as angle,
      (0.8 + 0.4 * site.draw_share(z.secret, 'shift')) * z.radius as off) a,
    site.metres_of_degree(z.latitude) d,
    lateral (select z.longitude + cos(a.angle) * a.off / d.east as east) turned
  where z.user_id = of_user
$$;

-- Whether a line through points comes into one of the user's circles. Points are joined with the one before when `joined` says so.
-- A millimetre is left to the arithmetic of two machines.
create or replace function site.enters_zone(of_user uuid, run_start timestamptz, latitudes float8[], longitudes float8[], joined boolean[]) returns boolean
language sql stable security definer set search_path = '' set jit = off as $$
  select exists (
    select from site.hidden_circles(of_user, run_start) c, site.metres_of_degree(c.latitude) d,
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

create or replace function site.check_published_run() returns trigger
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  version integer;
  run_start timestamptz;
  latitudes float8[];
  longitudes float8[];
  joined boolean[];
  is_good boolean;
begin
  -- The row of the version first: a change of a zone changes it as well, so the two wait for each other, and the later one knows of the other.
  insert into public.running_settings (user_id) values (new.user_id) on conflict do nothing;
  select zones_version into version from public.running_settings where user_id = new.user_id for share;
  select started_at into run_start from public.runs where id = new.run_id and user_id = new.user_id;
  if not found then
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
  if site.enters_zone(new.user_id, run_start, latitudes, longitudes, joined) then
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
  if cardinality(new.corners) > 0 and (is_good is not true or site.enters_zone(new.user_id, run_start, latitudes, longitudes, joined)) then
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

drop function if exists site.enters_zone(uuid, float8[], float8[], boolean[]);
drop function if exists site.hidden_circles(uuid);
revoke execute on function site.draw_share(text, text, bigint), site.hidden_circles(uuid, timestamptz),
  site.enters_zone(uuid, timestamptz, float8[], float8[], boolean[]), site.check_published_run() from public, anon, authenticated;

-- What was cut by the former circles is hidden until its owner has it cut anew.
update public.running_settings s set zones_version = zones_version + 1
  where exists (select from public.privacy_zones z where z.user_id = s.user_id);
