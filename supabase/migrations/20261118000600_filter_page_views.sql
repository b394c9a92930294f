-- Page views can be filtered by page, referrer, device and country together, and the page on which visitors of a day arrived is counted. Only
-- counts are stored, and for 400 days: a combination may stand for a single visit. What is known of all time are the totals, as before.

-- Each combination of referrer, device and country once; '' stands for none.
create table if not exists site.page_view_origins (
  id integer generated always as identity primary key,
  referrer text not null,
  device text not null,
  country text not null,
  unique (referrer, device, country)
);

-- Counts by page and origin, for each hour of today and yesterday. `visitors`: visitors of the day who saw this page for the first time that
-- day; `entries`: those of them who saw no other page before.
create table if not exists site.page_view_crossed (
  day date not null,
  hour smallint not null,
  path_id integer not null,
  origin_id integer not null,
  views integer not null,
  visitors integer not null,
  entries integer not null,
  primary key (day, hour, path_id, origin_id)
) with (fillfactor = 90);

-- The same for earlier days, without hours: a row a day whose lists have one place for each combination. A million such counts
-- take less than 10 MB; as rows of a table they would take about 90.
create table if not exists site.page_view_crossed_days (
  day date primary key,
  path_ids integer[] not null,
  origin_ids integer[] not null,
  views integer[] not null,
  visitors integer[] not null,
  entries integer[] not null
);

alter table site.page_view_origins enable row level security;
alter table site.page_view_crossed enable row level security;
alter table site.page_view_crossed_days enable row level security;
revoke all on site.page_view_origins, site.page_view_crossed, site.page_view_crossed_days from anon, authenticated;

-- Visitors of the day whose first page this was.
alter table site.page_view_counts add column if not exists entries integer not null default 0;

-- `crossed_from` is the first day of which every view is counted in these ways. The last day that has views now is not: some came before.
do $$
begin
  perform pg_advisory_xact_lock(720030);
  if not exists (select from pg_attribute where attrelid = 'site.page_view_rollup'::regclass and attname = 'crossed_from') then
    alter table site.page_view_rollup add column crossed_from date not null default '-infinity';
    update site.page_view_rollup set crossed_from = coalesce(
      (select max(start) + 1 from site.page_view_facts where kind = 'total' and span = 1), '-infinity');
  end if;
end $$;

-- As before, with entries.
create or replace function site.roll_up_page_views(rolled date, last_day date) returns void
language plpgsql security definer set search_path = '' set jit = off set plan_cache_mode = force_custom_plan as $$
begin
  insert into site.page_view_counts as kept (span, start, path_id, views, visitors, entries)
    select s.span, s.start, c.path_id, sum(c.views), sum(c.visitors), sum(c.entries)
    from (select distinct start from site.page_view_facts
        where kind in ('total', 'discarded') and span = 1 and start > rolled and start <= last_day) days,
      site.page_view_spans_of(days.start) s, site.page_view_counts c
    where c.span = 1 and c.start = days.start
    group by 1, 2, 3
    on conflict (span, start, path_id) do update
      set views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors, entries = kept.entries + excluded.entries;
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
  insert into site.page_view_counts (span, start, path_id, views, visitors, entries)
    select 1000 + w.days, last_day - w.days + 1, path_id, sum(views), sum(visitors), sum(entries)
    from (values (6), (29)) w (days)
      cross join lateral (select * from site.page_view_counts where span = 1 and start > last_day - w.days and start <= last_day offset 0) c
    group by w.days, path_id;
  insert into site.page_view_facts
    select kind, 1000 + w.days, last_day - w.days + 1, name, sum(views), sum(visitors)
    from (values (6), (29)) w (days) join site.page_view_facts f on f.span = 1 and f.start > last_day - w.days and f.start <= last_day
    where kind not in ('total', 'hour') group by w.days, kind, name;
  update site.page_view_rollup set until = last_day;

  -- The hours of a day are forgotten when the day after it is over.
  with gone as (
    delete from site.page_view_crossed where day < last_day returning day, path_id, origin_id, views, visitors, entries
  ), by_day as (
    select day, path_id, origin_id, sum(views)::integer as views, sum(visitors)::integer as visitors, sum(entries)::integer as entries
    from gone group by 1, 2, 3 order by 1, 2, 3
  )
  -- A view that came late for its day is added as a place of its own, and readers of the lists add up.
  insert into site.page_view_crossed_days as kept (day, path_ids, origin_ids, views, visitors, entries)
    select day, array_agg(path_id), array_agg(origin_id), array_agg(views), array_agg(visitors), array_agg(entries) from by_day group by day
    on conflict (day) do update set path_ids = kept.path_ids || excluded.path_ids, origin_ids = kept.origin_ids || excluded.origin_ids,
      views = kept.views || excluded.views, visitors = kept.visitors || excluded.visitors, entries = kept.entries || excluded.entries;
  delete from site.page_view_crossed_days where day < last_day - 399;
end $$;

-- Writes a batch, as described at its first version (20261116000100): counts by page, by everything else, and by both.
create or replace function site.add_page_views(batch jsonb) returns void
-- Everything that a batch needs is found by an index, however much the planner knows of the tables.
language plpgsql security definer set search_path = '' set jit = off set enable_seqscan = off as $$
declare
  today date := (batch ->> 'today')::date;
  rolled date;
  known date;
begin
  -- One writer at a time: batches touch the same rows, and in no fixed order.
  perform pg_advisory_xact_lock(720030);
  -- Asked under the lock: an earlier writer may have rolled the day up.
  select until, crossed_from into rolled, known from site.page_view_rollup;
  insert into site.page_view_batches (day, id) values (today, (batch ->> 'id')::uuid) on conflict do nothing;
  if not found then
    return;
  end if;

  insert into site.page_view_paths (path)
    select distinct scene ->> 'path' from jsonb_array_elements(batch -> 'scenes') scene
    where not exists (select from site.page_view_paths known where known.path = scene ->> 'path')
    on conflict do nothing;
  insert into site.page_view_origins (referrer, device, country)
    select distinct coalesce(o.referrer, ''), coalesce(o.device, ''), coalesce(o.country, '')
    from jsonb_to_recordset(batch -> 'origins') as o (referrer text, device text, country text)
    where not exists (select from site.page_view_origins known where known.referrer = coalesce(o.referrer, '')
      and known.device = coalesce(o.device, '') and known.country = coalesce(o.country, ''))
    on conflict do nothing;

  with scenes as materialized (
    select s.place - 1 as scene, s.day, s.hour, p.id as path_id
    from rows from (jsonb_to_recordset(batch -> 'scenes') as (day date, hour integer, path text))
      with ordinality as s (day, hour, path, place)
    join site.page_view_paths p on p.path = s.path
  ), origins as materialized (
    select o.place - 1 as origin, known.id as origin_id, known.referrer, known.device, known.country
    from rows from (jsonb_to_recordset(batch -> 'origins') as (referrer text, device text, country text))
      with ordinality as o (referrer, device, country, place)
    join site.page_view_origins known on known.referrer = coalesce(o.referrer, '') and known.device = coalesce(o.device, '')
      and known.country = coalesce(o.country, '')
  ), given as materialized (
    select s.day, s.path_id, r.visitor, r.scene, r.origin, r.views, r.place, known.is_visitor, known.is_visit
    from unnest(string_to_array(batch #>> '{rows,visitors}', ',')::bigint[], string_to_array(batch #>> '{rows,scenes}', ',')::integer[],
        string_to_array(batch #>> '{rows,origins}', ',')::integer[], string_to_array(batch #>> '{rows,views}', ',')::integer[])
      with ordinality as r (visitor, scene, origin, views, place)
    join scenes s on s.scene = r.scene
    cross join lateral (
      select count(*) > 0 as is_visitor, coalesce(bool_or(v.path_id = s.path_id), false) as is_visit
      from site.page_view_visits v where v.day = s.day and v.visitor = r.visitor) known
  ), dropped as materialized (
    select day, reason, views from jsonb_to_recordset(batch -> 'discarded') as d (day date, reason text, views integer)
  ), places as materialized (
    select days.day, w.span, w.start
    from (select day from scenes union select day from dropped) days, site.page_view_places(days.day, rolled) w
  ), seen_again as (
    update site.page_view_visits v set seen_at = now() from given g
    where g.is_visit and v.day = g.day and v.visitor = g.visitor and v.path_id = g.path_id
  ), first_visits as materialized (
    select distinct on (day, visitor, path_id) day, visitor, path_id, scene, origin
    from given where not is_visit order by day, visitor, path_id, place
  ), new_visits as (
    insert into site.page_view_visits (day, visitor, path_id, seen_at) select day, visitor, path_id, now() from first_visits
  ), first_views as (
    select distinct on (day, visitor) scene, origin from given where not is_visitor order by day, visitor, place
  ), counts as materialized (
    select s.day, s.hour, s.path_id, o.origin_id, o.referrer, o.device, o.country, k.views, k.visits, k.visitors
    from (
      select scene, origin, sum(views) as views, sum(visits) as visits, sum(visitors) as visitors
      from (select scene, origin, views, 0 as visits, 0 as visitors from given
        union all select scene, origin, 0, 1, 0 from first_visits
        union all select scene, origin, 0, 0, 1 from first_views) every_view
      group by scene, origin) k
    join scenes s using (scene) join origins o using (origin)
  ), counted as (
    insert into site.page_view_counts as kept (span, start, path_id, views, visitors, entries)
      select w.span, w.start, path_id, sum(views), sum(visits), sum(case when day >= known then visitors else 0 end)
      from counts join places w using (day) group by 1, 2, 3
      on conflict (span, start, path_id) do update
        set views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors, entries = kept.entries + excluded.entries
  ), crossed as (
    insert into site.page_view_crossed as kept (day, hour, path_id, origin_id, views, visitors, entries)
      select day, hour, path_id, origin_id, sum(views), sum(visits), sum(visitors) from counts where day >= known group by 1, 2, 3, 4
      on conflict (day, hour, path_id, origin_id) do update
        set views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors, entries = kept.entries + excluded.entries
  ), facts as (
    select f.kind, c.day, f.name, c.views, c.visitors
    from counts c, lateral (values ('total', ''), ('hour', lpad(c.hour::text, 2, '0')),
      ('referrer', nullif(c.referrer, '')), ('device', nullif(c.device, '')), ('country', nullif(c.country, ''))) f (kind, name)
    where f.name is not null
    union all
    select 'discarded', day, reason, views, 0 from dropped
  )
  insert into site.page_view_facts as kept (kind, span, start, name, views, visitors)
    select kind, w.span, w.start, name, sum(views), sum(visitors) from facts join places w using (day)
    where w.span = 1 or kind not in ('total', 'hour')
    group by 1, 2, 3, 4
    on conflict (kind, span, start, name) do update
      set views = kept.views + excluded.views, visitors = kept.visitors + excluded.visitors;

  if rolled < today - 1 then
    perform site.roll_up_page_views(rolled, today - 1);
  end if;

  -- After two days visitors can no longer be told apart.
  delete from site.page_view_salts where day < today - 1;
  delete from site.page_view_visits where day < today - 1;
  delete from site.page_view_batches where day < today - 1;
end $$;

-- The counts of some days that match {page, referrer, device, country}, each of which may be missing. Earlier days have no hour. A function
-- without settings becomes part of the query that calls it; the callers have them.
create or replace function site.page_view_matches(opening date, closing date, filters jsonb)
returns table (day date, hour smallint, path_id integer, origin_id integer, views integer, visitors integer, entries integer)
language sql stable as $$
  select c.*
  from (
    select day, hour, path_id, origin_id, views, visitors, entries from site.page_view_crossed where day between opening and closing
    union all
    select d.day, null, u.path_id, u.origin_id, u.views, u.visitors, u.entries
    from site.page_view_crossed_days d, unnest(d.path_ids, d.origin_ids, d.views, d.visitors, d.entries) as u (path_id, origin_id, views, visitors, entries)
    where d.day between opening and closing
  ) c
  where (not filters ? 'page' or c.path_id = (select id from site.page_view_paths where path = filters ->> 'page'))
    and (not filters ?| array['referrer', 'device', 'country'] or c.origin_id in (
      select id from site.page_view_origins
      where referrer = coalesce(filters ->> 'referrer', referrer) and device = coalesce(filters ->> 'device', device)
        and country = coalesce(filters ->> 'country', country)))
$$;

-- Views and visitors by hour, day or month. With filters, a visitor is one who saw the page or, without a page, whose first view matches.
drop function if exists site.page_view_series(date, date, text);
create or replace function site.page_view_series(opening date, closing date, unit text, filters jsonb) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', slot, 'views', views, 'visitors', visitors) order by slot), '[]')
  from (
    select to_char(slots.at, case unit when 'hour' then 'HH24' else 'YYYY-MM-DD' end) as slot,
      coalesce(sum(c.views), 0) as views, coalesce(sum(c.visitors), 0) as visitors
    from generate_series(
      case unit when 'month' then date_trunc('month', opening) else opening end::timestamp,
      case unit when 'hour' then least(opening, closing) + interval '23 hours' else closing end::timestamp,
      ('1 ' || unit)::interval) slots (at)
    left join (
      select case unit when 'hour' then day + make_interval(hours => hour) when 'month' then date_trunc('month', day::timestamp)
          else day::timestamp end as at, sum(views) as views, sum(visitors) as visitors
      from (
        select start as day, case when kind = 'hour' then name::integer end as hour, views, visitors
        from site.page_view_facts
        where filters = '{}' and kind = case unit when 'hour' then 'hour' else 'total' end and span = 1 and start between opening and closing
        union all
        select day, hour, views, case when filters ? 'page' then visitors else entries end
        from site.page_view_matches(opening, closing, filters) where filters <> '{}'
      ) counts
      group by 1
    ) c on c.at = slots.at
    group by slots.at
  ) counted
$$;

-- The lists of a filtered report, as {pages, entry_pages, referrers, devices, countries}.
create or replace function site.page_view_filtered_lists(opening date, closing date, max_rows integer, filters jsonb) returns jsonb
language sql stable security definer set search_path = '' set jit = off as $$
  with totals as materialized (
    select path_id, origin_id, sum(views) as views, sum(visitors) as visitors, sum(entries) as entries
    from site.page_view_matches(opening, closing, filters) group by grouping sets ((path_id), (origin_id))
  ), listed as (
    select l.list, p.path as name, l.views, l.visitors
    from totals t join site.page_view_paths p on p.id = t.path_id,
      lateral (values ('pages', t.views, t.visitors), ('entry_pages', t.entries, t.entries)) l (list, views, visitors)
    union all
    select l.list, l.name, sum(t.views), sum(case when filters ? 'page' then t.visitors else t.entries end)
    from totals t join site.page_view_origins o on o.id = t.origin_id,
      lateral (values ('referrers', o.referrer), ('devices', o.device), ('countries', o.country)) l (list, name)
    where l.name <> '' group by 1, 2
  ), ranked as (
    select *, row_number() over (partition by list order by views desc, name) as place from listed where views > 0
  )
  select '{"pages": [], "entry_pages": [], "referrers": [], "devices": [], "countries": []}' || coalesce(jsonb_object_agg(list, rows), '{}')
  from (
    select list, jsonb_agg(jsonb_build_object('name', name, 'views', views, 'visitors', visitors) order by place) as rows
    from ranked where place <= max_rows group by list) lists
$$;

-- The lists of a report of everything: from the rolled-up counts, which are there for all time.
create or replace function site.page_view_lists(opening date, closing date, max_rows integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with pages as materialized (
    select c.path_id, sum(c.views) as views, sum(c.visitors) as visitors, sum(c.entries) as entries
    from site.page_view_spans(opening, closing, site.page_view_rolled_until()) s
    -- `offset 0` keeps the planner to one look into the index for each span.
    cross join lateral (select * from site.page_view_counts where span = s.span and start = s.start offset 0) c
    group by c.path_id
  )
  select jsonb_build_object(
    'pages', coalesce((
      select jsonb_agg(jsonb_build_object('name', p.path, 'views', t.views, 'visitors', t.visitors) order by t.views desc, p.path)
      from (select * from pages order by views desc limit max_rows) t join site.page_view_paths p on p.id = t.path_id), '[]'),
    'entry_pages', coalesce((
      select jsonb_agg(jsonb_build_object('name', p.path, 'views', t.entries, 'visitors', t.entries) order by t.entries desc, p.path)
      from (select * from pages where entries > 0 order by entries desc limit max_rows) t
      join site.page_view_paths p on p.id = t.path_id), '[]'),
    'referrers', site.page_view_ranking('referrer', opening, closing, max_rows),
    'devices', site.page_view_ranking('device', opening, closing, max_rows),
    'countries', site.page_view_ranking('country', opening, closing, max_rows))
$$;

-- What the owner sees at /stats. `unit` is hour (of one day), day, month, or auto; without `first_day`, from the first day that was counted.
-- `filters` has any of page, referrer, device and country: then the report begins at `filters_from` at the earliest, and is compared with
-- no days before it. `filters_from` and `entries_from` are null if every day is known.
drop function if exists public.page_view_report(date, date, text, integer);
create or replace function public.page_view_report(last_day date, first_day date default null, unit text default 'auto',
  max_rows integer default 10, filters jsonb default '{}')
returns jsonb
-- Everything it reads is found by an index, whatever the planner knows of the tables: a plan made while there was little to read is not kept,
-- and no table is read from end to end. Compiling such a question takes longer than answering it.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off set jit = off as $$
declare
  begun date := (select min(f.start) from site.page_view_facts f where f.kind = 'total' and f.span = 1);
  opening date := coalesce(first_day, begun, last_day);
  entries_from date;
  filters_from date;
  days integer := last_day - opening + 1;
  before jsonb;
  lists jsonb;
begin
  if not public.is_owner() then
    raise exception 'Only the owner of this site sees its page views.' using errcode = '42501';
  end if;
  if days < 1 or days > 40000 or max_rows not between 1 and 10000 or unit not in ('hour', 'day', 'month', 'auto')
    or jsonb_typeof(filters) <> 'object' or filters - array['page', 'referrer', 'device', 'country'] <> '{}'
    or jsonb_path_exists(filters, '$.* ? (@.type() != "string")') then
    raise exception 'There is no such report.' using errcode = '22023';
  end if;
  select case when r.crossed_from > begun then r.crossed_from end,
      case when greatest(r.crossed_from, r.until - 399) > begun then greatest(r.crossed_from, r.until - 399) end
    into entries_from, filters_from from site.page_view_rollup r;
  if filters <> '{}' then
    opening := greatest(opening, filters_from);
    -- The hours of earlier days are forgotten.
    if unit = 'hour' and exists (select from site.page_view_crossed_days d where d.day between opening and last_day) then
      raise exception 'There is no such report.' using errcode = '22023';
    end if;
  end if;
  if unit = 'auto' then
    unit := case when last_day - opening + 1 > 92 then 'month' else 'day' end;
  end if;
  if first_day is not null and (filters = '{}' or first_day - days >= coalesce(filters_from, '-infinity') and not (
    unit = 'hour' and exists (select from site.page_view_crossed_days d where d.day between first_day - days and first_day - 1))) then
    before := site.page_view_series(first_day - days, first_day - 1, unit, filters);
  end if;
  if filters = '{}' then
    -- Before the first day there is nothing: of all time, whole years are read.
    lists := site.page_view_lists(case when first_day is null then date_trunc('year', opening)::date else opening end, last_day, max_rows);
  else
    lists := site.page_view_filtered_lists(opening, last_day, max_rows, filters);
  end if;
  return lists || jsonb_build_object(
    'first_day', opening, 'last_day', last_day, 'begun', begun, 'unit', unit, 'entries_from', entries_from, 'filters_from', filters_from,
    'series', site.page_view_series(opening, last_day, unit, filters), 'before', before,
    -- Of a view that is not counted nothing but the reason is stored.
    'discarded', case when filters = '{}'
      then site.page_view_ranking('discarded', case when first_day is null then date_trunc('year', opening)::date else opening end, last_day, max_rows)
      else '[]' end);
end $$;

revoke execute on function site.roll_up_page_views(date, date), site.add_page_views(jsonb), site.page_view_matches(date, date, jsonb),
  site.page_view_series(date, date, text, jsonb), site.page_view_filtered_lists(date, date, integer, jsonb),
  site.page_view_lists(date, date, integer) from public, anon, authenticated;
revoke execute on function public.page_view_report(date, date, text, integer, jsonb) from public, anon;
grant execute on function public.page_view_report(date, date, text, integer, jsonb) to authenticated;
