-- Page views. No address and no user agent is ever given to the database: a visitor is a number that means something only with the salt
-- of its day, and salt and numbers are deleted after two days. What stays are counts.

create table if not exists site.page_view_paths (
  id integer generated always as identity primary key,
  path text not null unique
);

-- Views of a page by day and, once a day is over, rolled up, so that a report does not read every day. `span` is 1 for a day; 30 and 365 for
-- the month and year that begin with `start`, as far as their days are over; 1006 and 1029 for the last 6 and 29 days that are
-- over, which with today make the reports of 7 and 30 days. The counts are not part of the key, and pages are not filled to the brim: a row
-- that is counted up all day then stays where it is, and its index entry with it.
create table if not exists site.page_view_counts (
  span smallint not null,
  start date not null,
  path_id integer not null,
  views integer not null,
  visitors integer not null,
  primary key (span, start, path_id)
) with (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);

-- Everything that is counted without its page, in the same spans. `kind`: total and hour (days only), referrer, device, country, discarded.
create table if not exists site.page_view_facts (
  kind text not null,
  span smallint not null,
  start date not null,
  name text not null,
  views integer not null,
  visitors integer not null,
  primary key (kind, span, start, name)
);

-- The last day that is rolled up.
create table if not exists site.page_view_rollup (
  is_only_row boolean primary key default true check (is_only_row),
  until date not null default '-infinity'
);
insert into site.page_view_rollup default values on conflict do nothing;

create table if not exists site.page_view_salts (
  day date primary key,
  salt bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
)
-- What is deleted is to leave the disk, and one row a day would not bring a vacuum about.
with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);
create table if not exists site.page_view_visitors (
  day date not null,
  visitor bigint not null,
  seen_at timestamptz not null,
  primary key (day, visitor)
);
create table if not exists site.page_view_visits (
  day date not null,
  visitor bigint not null,
  path_id integer not null,
  primary key (day, visitor, path_id)
);

-- A batch that was written, but whose answer was lost, is sent again: it must not count twice.
create table if not exists site.page_view_batches (
  day date not null,
  id uuid not null,
  primary key (day, id)
);

-- Who may write with the project's public key: digests of the keys that sites hold.
create table if not exists site.page_view_writers (
  key_digest text primary key check (key_digest ~ '^[0-9a-f]{64}$')
);

do $$
declare
  name text;
begin
  foreach name in array array['paths', 'counts', 'rollup', 'facts', 'salts', 'visitors', 'visits', 'batches', 'writers'] loop
    execute format('alter table site.page_view_%s enable row level security', name);
    execute format('revoke all on site.page_view_%s from anon, authenticated', name);
  end loop;
end $$;

-- The salt of a day, made when it is first asked for.
create or replace function site.page_view_salt(wanted date) returns text
language plpgsql security definer set search_path = '' as $$
begin
  insert into site.page_view_salts (day) values (wanted) on conflict do nothing;
  return (select encode(salt, 'hex') from site.page_view_salts where day = wanted);
end $$;

create or replace function site.page_view_rolled_until() returns date
language sql stable security definer set search_path = '' as $$
  select until from site.page_view_rollup
$$;

-- The month and year that a day is in.
create or replace function site.page_view_spans_of(day date) returns table (span smallint, start date)
language sql immutable set search_path = '' as $$
  values (30::smallint, date_trunc('month', day)::date), (365::smallint, date_trunc('year', day)::date)
$$;

-- Where a view of that day is counted: under the day and, if the day was rolled up before the view was written, in all that it is in.
create or replace function site.page_view_places(day date, rolled date) returns table (span smallint, start date)
language sql immutable set search_path = '' as $$
  select 1::smallint, day
  union all select s.span, s.start from site.page_view_spans_of(day) s where day <= rolled
  union all select w.span, w.start from (values (1006::smallint, rolled - 5), (1029::smallint, rolled - 28)) w (span, start)
    where day between w.start and rolled
$$;

-- Adds the days after `rolled` up to `last_day` to their months and years, and makes the two windows anew. A day that has anything has
-- a total or something discarded.
create or replace function site.roll_up_page_views(rolled date, last_day date) returns void
language plpgsql security definer set search_path = '' set jit = off set plan_cache_mode = force_custom_plan as $$
begin
  insert into site.page_view_counts as kept
    select s.span, s.start, c.path_id, sum(c.views), sum(c.visitors)
    from (select distinct start from site.page_view_facts
        where kind in ('total', 'discarded') and span = 1 and start > rolled and start <= last_day) days,
      site.page_view_spans_of(days.start) s, site.page_view_counts c
    where c.span = 1 and c.start = days.start
    group by 1, 2, 3
    on conflict (span, start, path_id) do update
      set views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors;
  insert into site.page_view_facts as kept
    select f.kind, s.span, s.start, f.name, sum(f.views), sum(f.visitors)
    from (select distinct start from site.page_view_facts
        where kind in ('total', 'discarded') and span = 1 and start > rolled and start <= last_day) days,
      site.page_view_spans_of(days.start) s, site.page_view_facts f
    where f.span = 1 and f.start = days.start and f.kind not in ('total', 'hour')
    group by 1, 2, 3, 4
    on conflict (kind, span, start, name) do update
      set views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors;

  delete from site.page_view_counts where span > 1000;
  delete from site.page_view_facts where span > 1000;
  insert into site.page_view_counts
    select 1000 + w.days, last_day - w.days + 1, path_id, sum(views), sum(visitors)
    from (values (6), (29)) w (days)
      cross join lateral (select * from site.page_view_counts where span = 1 and start > last_day - w.days and start <= last_day offset 0) c
    group by w.days, path_id;
  insert into site.page_view_facts
    select kind, 1000 + w.days, last_day - w.days + 1, name, sum(views), sum(visitors)
    from (values (6), (29)) w (days) join site.page_view_facts f on f.span = 1 and f.start > last_day - w.days and f.start <= last_day
    where kind not in ('total', 'hour') group by w.days, kind, name;
  update site.page_view_rollup set until = last_day;
end $$;

-- Writes a batch: {id, today, views: [{day, hour, visitor, path, referrer, device, country, views}], discarded: [{day, reason, views}]}.
-- The page, the referrer, the device and the country of a visitor's first view of the day are those that the visitor counts for.
create or replace function site.record_page_views(batch jsonb) returns void
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  today date := (batch ->> 'today')::date;
  rolled date;
begin
  -- One writer at a time: batches touch the same rows, and in no fixed order.
  perform pg_advisory_xact_lock(720030);
  -- Asked under the lock: whoever was before us may have rolled the day up.
  rolled := site.page_view_rolled_until();
  insert into site.page_view_batches (day, id) values (today, (batch ->> 'id')::uuid) on conflict do nothing;
  if not found then
    return;
  end if;

  insert into site.page_view_paths (path)
    select distinct v ->> 'path' from jsonb_array_elements(batch -> 'views') v
    where not exists (select from site.page_view_paths known where known.path = v ->> 'path')
    on conflict do nothing;

  with given as materialized (
    select v.*, p.id as path_id
    from rows from (jsonb_to_recordset(batch -> 'views') as (day date, hour integer, visitor bigint, path text, referrer text,
      device text, country text, views integer)) with ordinality as v (day, hour, visitor, path, referrer, device, country, views, place)
    join site.page_view_paths p on p.path = v.path
  ), dropped as materialized (
    select day, reason, views from jsonb_to_recordset(batch -> 'discarded') as d (day date, reason text, views integer)
  ), places as materialized (
    select days.day, w.span, w.start
    from (select day from given union select day from dropped) days, site.page_view_places(days.day, rolled) w
  ), seen as (
    insert into site.page_view_visitors as known (day, visitor, seen_at)
      select distinct day, visitor, now() from given
      on conflict (day, visitor) do update set seen_at = excluded.seen_at
      returning known.day, known.visitor, xmax = 0 as is_new
  ), first_views as (
    select distinct on (g.day, g.visitor) g.*
    from given g join seen s on s.is_new and s.day = g.day and s.visitor = g.visitor
    order by g.day, g.visitor, g.place
  ), new_visits as (
    insert into site.page_view_visits (day, visitor, path_id)
      select distinct day, visitor, path_id from given
      on conflict do nothing
      returning day, path_id
  ), pages as (
    select day, path_id, sum(views) as views, sum(visitors) as visitors
    from (select day, path_id, views, 0 as visitors from given union all select day, path_id, 0, 1 from new_visits) both_kinds
    group by day, path_id
  ), counted as (
    insert into site.page_view_counts as kept (span, start, path_id, views, visitors)
      select w.span, w.start, path_id, sum(views), sum(visitors) from pages join places w using (day) group by 1, 2, 3
      on conflict (span, start, path_id) do update
        set views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors
  ), facts as (
    select f.kind, day, f.name, views, visitors
    from (select day, hour, referrer, device, country, views, 0 as visitors from given
        union all select day, hour, referrer, device, country, 0, 1 from first_views) every_view,
      lateral (values ('total', ''), ('hour', lpad(hour::text, 2, '0')), ('referrer', referrer), ('device', device), ('country', country)) f (kind, name)
    where f.name is not null
    union all
    select 'discarded', day, reason, views, 0 from dropped
  ), day_facts as (
    select kind, day, name, sum(views) as views, sum(visitors) as visitors from facts group by kind, day, name
  )
  insert into site.page_view_facts as kept (kind, span, start, name, views, visitors)
    select kind, w.span, w.start, name, sum(views), sum(visitors) from day_facts join places w using (day)
    where w.span = 1 or kind not in ('total', 'hour')
    group by 1, 2, 3, 4
    on conflict (kind, span, start, name) do update
      set views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors;

  if rolled < today - 1 then
    perform site.roll_up_page_views(rolled, today - 1);
  end if;

  -- After two days nobody can tell visitors apart any more.
  delete from site.page_view_salts where day < today - 1;
  delete from site.page_view_visitors where day < today - 1;
  delete from site.page_view_visits where day < today - 1;
  delete from site.page_view_batches where day < today - 1;
end $$;

-- The spans that make up the days from `first_day` to `last_day`, few of them; of a span that is under way, the days until `rolled` are in.
create or replace function site.page_view_spans(first_day date, last_day date, rolled date) returns table (span smallint, start date)
language plpgsql immutable rows 20 set search_path = '' as $$
declare
  ends date;
  next_month date;
begin
  start := first_day;
  while start <= last_day loop
    next_month := (date_trunc('month', start) + interval '1 month')::date;
    if rolled <= last_day and rolled in (start + 5, start + 28) then
      span := case rolled when start + 5 then 1006 else 1029 end;
      ends := rolled;
    elsif start = date_trunc('year', start)::date and least(make_date(extract(year from start)::integer, 12, 31), rolled) between start and last_day then
      span := 365;
      ends := least(make_date(extract(year from start)::integer, 12, 31), rolled);
    elsif extract(day from start) = 1 and least(next_month - 1, rolled) between start and last_day then
      span := 30;
      ends := least(next_month - 1, rolled);
    else
      span := 1;
      ends := start;
    end if;
    return next;
    start := ends + 1;
  end loop;
end $$;

-- All views of some pages, as {path: views}.
create or replace function site.count_page_views(paths text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(path, views), '{}')
  from (select p.path, sum(c.views) as views
    from site.page_view_paths p
    join site.page_view_spans((select date_trunc('year', min(start))::date from site.page_view_facts where kind = 'total'), current_date + 1, site.page_view_rolled_until()) s on true
    join site.page_view_counts c on c.span = s.span and c.start = s.start and c.path_id = p.id
    where p.path = any (paths) group by p.path) counted
$$;

revoke execute on function site.page_view_salt(date), site.page_view_rolled_until(), site.roll_up_page_views(date, date),
  site.page_view_spans_of(date), site.page_view_places(date, date),
  site.record_page_views(jsonb), site.count_page_views(text[])
  from public, anon, authenticated;

-- The same three for a site that has only the project's public key. Everybody has that one, so the site shows a key of its own as well;
-- the project's owner lets it in by its digest, which the site prints: select site.allow_page_views('…');
create or replace function site.allow_page_views(digest text) returns void
language sql security definer set search_path = '' as $$
  insert into site.page_view_writers (key_digest) values (digest) on conflict do nothing
$$;
revoke execute on function site.allow_page_views(text) from public, anon, authenticated;

create or replace function site.require_page_view_writer(site_key text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from site.page_view_writers where key_digest = encode(sha256(convert_to(site_key, 'utf8')), 'hex')) then
    raise exception 'This site may not write page views yet.' using errcode = '42501';
  end if;
end $$;
revoke execute on function site.require_page_view_writer(text) from public, anon, authenticated;

create or replace function public.page_view_salt(site_key text, wanted date) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_page_view_writer(site_key);
  return site.page_view_salt(wanted);
end $$;

create or replace function public.record_page_views(site_key text, batch jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_page_view_writer(site_key);
  perform site.record_page_views(batch);
end $$;

create or replace function public.count_page_views(site_key text, paths text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_page_view_writer(site_key);
  return site.count_page_views(paths);
end $$;

revoke execute on function public.page_view_salt(text, date), public.record_page_views(text, jsonb), public.count_page_views(text, text[])
  from public, authenticated;
grant execute on function public.page_view_salt(text, date), public.record_page_views(text, jsonb), public.count_page_views(text, text[]) to anon;

-- What the owner sees at /stats. `unit` is hour (of one day), day, month, or auto; without `first_day`, from the first day that was counted.
create or replace function public.page_view_report(last_day date, first_day date default null, unit text default 'auto', max_rows integer default 10)
returns jsonb
-- Everything it reads is found by an index, whatever the planner knows of the tables: a plan made while there was little to read is not kept,
-- and no table is read from end to end. Compiling such a question takes longer than answering it.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off as $$
declare
  begun date := (select min(f.start) from site.page_view_facts f where f.kind = 'total' and f.span = 1);
  opening date := coalesce(first_day, begun, last_day);
  days integer := last_day - opening + 1;
  -- Before the first day there is nothing: of all time, whole years are read.
  cover date := case when first_day is null then date_trunc('year', opening)::date else opening end;
begin
  if not public.is_owner() then
    raise exception 'Only the owner of this site sees its page views.' using errcode = '42501';
  end if;
  if days < 1 or days > 40000 or max_rows not between 1 and 10000 or unit not in ('hour', 'day', 'month', 'auto') then
    raise exception 'There is no such report.' using errcode = '22023';
  end if;
  if unit = 'auto' then
    unit := case when days > 92 then 'month' else 'day' end;
  end if;
  return jsonb_build_object(
    'first_day', opening, 'last_day', last_day, 'begun', begun, 'unit', unit,
    'series', site.page_view_series(opening, last_day, unit),
    'before', case when first_day is not null then site.page_view_series(opening - days, opening - 1, unit) end,
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('name', p.path, 'views', t.views, 'visitors', t.visitors) order by t.views desc, p.path)
      from (select c.path_id, sum(c.views) as views, sum(c.visitors) as visitors
        from site.page_view_spans(cover, last_day, site.page_view_rolled_until()) s
        -- `offset 0` keeps the planner to one look into the index for each span.
        cross join lateral (select * from site.page_view_counts where span = s.span and start = s.start offset 0) c
        group by c.path_id order by 2 desc limit max_rows) t
      join site.page_view_paths p on p.id = t.path_id), '[]'),
    'referrers', site.page_view_ranking('referrer', cover, last_day, max_rows),
    'devices', site.page_view_ranking('device', cover, last_day, max_rows),
    'countries', site.page_view_ranking('country', cover, last_day, max_rows),
    'discarded', site.page_view_ranking('discarded', cover, last_day, max_rows));
end $$;

create or replace function site.page_view_series(opening date, closing date, unit text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', slot, 'views', views, 'visitors', visitors) order by slot), '[]')
  from (
    select to_char(slots.at, case unit when 'hour' then 'HH24' else 'YYYY-MM-DD' end) as slot,
      coalesce(sum(f.views), 0) as views, coalesce(sum(f.visitors), 0) as visitors
    from generate_series(
      case unit when 'month' then date_trunc('month', opening) else opening end::timestamp,
      case unit when 'hour' then opening + interval '23 hours' else closing end::timestamp,
      ('1 ' || unit)::interval) slots (at)
    left join (select views, visitors, case unit when 'hour' then start + make_interval(hours => name::integer)
        when 'month' then date_trunc('month', start::timestamp) else start::timestamp end as at
      from site.page_view_facts
      where kind = case unit when 'hour' then 'hour' else 'total' end and span = 1 and start between opening and closing) f on f.at = slots.at
    group by slots.at
  ) counted
$$;

create or replace function site.page_view_ranking(wanted text, opening date, closing date, max_rows integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'views', views, 'visitors', visitors) order by views desc, name), '[]')
  from (select f.name, sum(f.views) as views, sum(f.visitors) as visitors
    from site.page_view_spans(opening, closing, site.page_view_rolled_until()) s
    cross join lateral (select * from site.page_view_facts where kind = wanted and span = s.span and start = s.start offset 0) f
    group by f.name order by 2 desc, f.name limit max_rows) ranked
$$;

-- How many visitors had a page open in the last five minutes.
create or replace function public.page_view_live() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_owner() then
    raise exception 'Only the owner of this site sees its page views.' using errcode = '42501';
  end if;
  return (select count(distinct visitor) from site.page_view_visitors where seen_at > now() - interval '5 minutes');
end $$;

revoke execute on function site.page_view_spans(date, date, date), site.page_view_series(date, date, text),
  site.page_view_ranking(text, date, date, integer) from public, anon, authenticated;
revoke execute on function public.page_view_report(date, date, text, integer), public.page_view_live() from public, anon;
grant execute on function public.page_view_report(date, date, text, integer), public.page_view_live() to authenticated;
