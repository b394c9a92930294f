-- An owner who has the figures open hears that views were written: on the private channel `site-stats` of realtime. A message says nothing else;
-- the page then asks for its report again. Only the database sends messages, and none while no owner looks.

-- A server without realtime, or one that allows no policies here, keeps the figures as they are: the page then asks now and then.
do $$
begin
  drop policy if exists "owners follow the page views" on realtime.messages;
  create policy "owners follow the page views" on realtime.messages for select to authenticated
    using (extension = 'broadcast' and (select realtime.topic()) = 'site-stats' and (select public.is_owner()));
exception when undefined_table or undefined_function or invalid_schema_name or insufficient_privilege then
  raise notice 'Page views are not live here: %', sqlerrm;
end $$;

create table if not exists site.page_view_watch (
  is_only_row boolean primary key default true check (is_only_row),
  -- Until then an owner is taken to look at the figures.
  until timestamptz not null default '-infinity',
  told_at timestamptz not null default '-infinity'
);
insert into site.page_view_watch default values on conflict do nothing;
alter table site.page_view_watch enable row level security;
revoke all on site.page_view_watch from anon, authenticated;

-- Visitors of the last five minutes. The open page asks every few seconds, and thereby says that it is open.
create or replace function public.page_view_live() returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.is_owner() then
    raise exception 'Only the owner of this site sees its page views.' using errcode = '42501';
  end if;
  update site.page_view_watch set until = now() + interval '1 minute' where until < now() + interval '40 seconds';
  return (select count(distinct visitor) from site.page_view_visits where seen_at > now() - interval '5 minutes');
end $$;

-- At most one message a second. It stands for the batches of the following second as well: the page asks a second after it.
create or replace function site.tell_of_page_views() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update site.page_view_watch set told_at = clock_timestamp()
    where is_only_row and until > now() and told_at < clock_timestamp() - interval '1 second';
  if found then
    begin
      perform realtime.send('{}', 'views', 'site-stats', true);
    exception when undefined_function or invalid_schema_name or insufficient_privilege then
      -- A view counts without realtime too.
      raise debug 'The owner hears of new page views later: %', sqlerrm;
    end;
  end if;
  return null;
end $$;
revoke execute on function site.tell_of_page_views() from public, anon, authenticated;

create or replace trigger tell_of_page_views after insert on site.page_view_batches
  for each statement execute function site.tell_of_page_views();
