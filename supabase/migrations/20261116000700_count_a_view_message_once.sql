-- A message of a browser that reaches two processes of the site counts once. A batch may name its messages: {…, messages: {keys, rows}}, two
-- texts of numbers with commas between them: for each view the number of its message and the row that it was counted in, from 0.

create table if not exists site.page_view_messages (
  day date not null,
  key bigint not null,
  primary key (day, key)
);
alter table site.page_view_messages enable row level security;
revoke all on site.page_view_messages from anon, authenticated;

-- What wrote a batch until now goes on to do so, behind a function that leaves out what was counted before.
do $$
begin
  if to_regprocedure('site.add_page_views(jsonb)') is null then
    alter function site.write_page_views(jsonb) rename to add_page_views;
  end if;
end
$$;

-- The batch without the views whose messages are known; from now on they all are.
create or replace function site.without_known_messages(batch jsonb) returns jsonb
-- The planner takes such lists for short ones.
language plpgsql security definer set search_path = '' set jit = off set enable_nestloop = off as $$
declare
  known jsonb;
begin
  with scenes as (
    select place - 1 as scene, (given ->> 'day')::date as day
    from jsonb_array_elements(batch -> 'scenes') with ordinality as s (given, place)
  ), given as materialized (
    select m.key, m.at, s.day
    from unnest(string_to_array(batch #>> '{messages,keys}', ',')::bigint[],
      string_to_array(batch #>> '{messages,rows}', ',')::bigint[]) as m (key, at)
    join unnest(string_to_array(batch #>> '{rows,scenes}', ',')::bigint[]) with ordinality as r (scene, place) on r.place = m.at + 1
    join scenes s on s.scene = r.scene
  ), added as (
    insert into site.page_view_messages (day, key) select day, key from given on conflict do nothing returning day, key
  )
  select jsonb_agg(jsonb_build_object('at', k.at, 'day', k.day, 'views', k.views)) into known
  from (
    select g.at, g.day, count(*) as views from given g left join added a using (day, key) where a.key is null group by 1, 2) k;
  if known is null then
    return batch;
  end if;
  return batch || (
    select jsonb_build_object('rows', jsonb_build_object('visitors', string_agg(r.visitor, ',' order by r.place),
      'scenes', string_agg(r.scene, ',' order by r.place), 'origins', string_agg(r.origin, ',' order by r.place),
      'views', string_agg((r.views::integer - coalesce(k.views, 0))::text, ',' order by r.place)))
    from unnest(string_to_array(batch #>> '{rows,visitors}', ','), string_to_array(batch #>> '{rows,scenes}', ','),
        string_to_array(batch #>> '{rows,origins}', ','), string_to_array(batch #>> '{rows,views}', ','))
      with ordinality as r (visitor, scene, origin, views, place)
    left join jsonb_to_recordset(known) as k (at integer, views integer) on k.at = r.place - 1
    where r.views::integer > coalesce(k.views, 0)
  ) || jsonb_build_object('discarded', coalesce(batch -> 'discarded', '[]') || (
    select jsonb_agg(jsonb_build_object('day', k.day, 'reason', 'replayed', 'views', k.views))
    from jsonb_to_recordset(known) as k (day date, views integer)));
end $$;

create or replace function site.write_page_views(batch jsonb) returns void
-- Everything that a batch needs is found by an index, however much the planner knows of the tables.
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  today date := (batch ->> 'today')::date;
begin
  -- Taken here already: two batches with the same message must not look at the same time.
  perform pg_advisory_xact_lock(720030);
  -- A batch that is sent again was written with all its messages.
  if batch ? 'messages' and not exists (
    select from site.page_view_batches b where b.day = today and b.id = (batch ->> 'id')::uuid) then
    perform site.add_page_views(site.without_known_messages(batch));
  else
    perform site.add_page_views(batch);
  end if;
  delete from site.page_view_messages where day < today - 1;
end $$;

revoke execute on function site.write_page_views(jsonb), site.add_page_views(jsonb), site.without_known_messages(jsonb)
  from public, anon, authenticated;
do $$
begin
  if to_regrole('porchlight_site') is not null then
    revoke execute on function site.add_page_views(jsonb) from porchlight_site;
    grant execute on function site.write_page_views(jsonb) to porchlight_site;
  end if;
end
$$;
