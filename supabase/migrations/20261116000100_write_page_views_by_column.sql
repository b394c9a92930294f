-- Writing page views takes a third of the work: a batch names each page and each origin once and its rows as columns of numbers, and who was
-- here today is one table instead of two. The function has a new name: a project without this migration is told from one that has it.

-- A visitor of the day is one who has a visit.
alter table site.page_view_visits add column if not exists seen_at timestamptz not null default '-infinity';
drop table if exists site.page_view_visitors;

create or replace function public.page_view_live() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.is_owner() then
    raise exception 'Only the owner of this site sees its page views.' using errcode = '42501';
  end if;
  return (select count(distinct visitor) from site.page_view_visits where seen_at > now() - interval '5 minutes');
end $$;

-- Writes a batch: {id, today, scenes: [{day, hour, path}], origins: [{referrer, device, country}], rows: {visitors, scenes, origins, views},
-- discarded: [{day, reason, views}]}. Each of `rows` is a text of numbers with commas between them, in the order in which the views came;
-- scenes and origins are counted from 0. The page, the referrer, the device and the country of a visitor's first view of the day are those
-- that the visitor counts for.
create or replace function site.write_page_views(batch jsonb) returns void
-- Everything that a batch needs is found by an index, however much the planner knows of the tables.
language plpgsql security definer set search_path = '' set jit = off set enable_seqscan = off as $$
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
    select distinct scene ->> 'path' from jsonb_array_elements(batch -> 'scenes') scene
    where not exists (select from site.page_view_paths known where known.path = scene ->> 'path')
    on conflict do nothing;

  with scenes as materialized (
    select s.place - 1 as scene, s.day, s.hour, p.id as path_id
    from rows from (jsonb_to_recordset(batch -> 'scenes') as (day date, hour integer, path text))
      with ordinality as s (day, hour, path, place)
    join site.page_view_paths p on p.path = s.path
  ), origins as materialized (
    select o.place - 1 as origin, o.referrer, o.device, o.country
    from rows from (jsonb_to_recordset(batch -> 'origins') as (referrer text, device text, country text))
      with ordinality as o (referrer, device, country, place)
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
  ), new_visits as (
    insert into site.page_view_visits (day, visitor, path_id, seen_at)
      select distinct day, visitor, path_id, now() from given where not is_visit
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
  ), first_views as (
    select distinct on (day, visitor) scene, origin from given where not is_visitor order by day, visitor, place
  ), kinds as (
    select scene, origin, sum(views) as views, sum(visitors) as visitors
    from (select scene, origin, views, 0 as visitors from given union all select scene, origin, 0, 1 from first_views) every_view
    group by scene, origin
  ), facts as (
    select f.kind, s.day, f.name, k.views, k.visitors
    from kinds k join scenes s using (scene) join origins o using (origin), lateral (values ('total', ''),
      ('hour', lpad(s.hour::text, 2, '0')), ('referrer', o.referrer), ('device', o.device), ('country', o.country)) f (kind, name)
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

  -- After two days nobody can tell visitors apart any more.
  delete from site.page_view_salts where day < today - 1;
  delete from site.page_view_visits where day < today - 1;
  delete from site.page_view_batches where day < today - 1;
end $$;

-- The same for a site that has only the project's public key.
create or replace function public.write_page_views(site_key text, batch jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform site.require_page_view_writer(site_key);
  perform site.write_page_views(batch);
end $$;

-- A batch as it was before: {id, today, views: [{day, hour, visitor, path, referrer, device, country, views}], discarded}. A process that was
-- not started anew when the database was brought up to date still writes such.
create or replace function site.record_page_views(batch jsonb) returns void
language sql security definer set search_path = '' as $$
  select site.write_page_views(batch || jsonb_build_object('scenes', batch -> 'views', 'origins', batch -> 'views', 'rows', jsonb_build_object(
    'visitors', string_agg(view ->> 'visitor', ',' order by place), 'views', string_agg(view ->> 'views', ',' order by place),
    'scenes', string_agg((place - 1)::text, ',' order by place), 'origins', string_agg((place - 1)::text, ',' order by place))))
  from jsonb_array_elements(batch -> 'views') with ordinality as given (view, place)
$$;

revoke execute on function site.write_page_views(jsonb) from public, anon, authenticated;
revoke execute on function public.write_page_views(text, jsonb) from public, authenticated;
grant execute on function public.write_page_views(text, jsonb) to anon;
