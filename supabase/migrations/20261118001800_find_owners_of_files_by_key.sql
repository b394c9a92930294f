-- The address of who uploaded a file is found by the key of the account. A comparison of texts read all accounts for each file of a page: with 10,000
-- accounts a page of 100 files took 300 ms. An owner that is no account of this site, as a key's, has no address.
create or replace function public.admin_files(bucket text, folder text default '', search text default '', after text default '',
  most integer default 100) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  start_at constant integer := length(folder) + 1;
  folder_end constant text := site.end_of_folder(folder);
  page_size constant integer := least(most, 1000) + 1;
  found_folders text[] := '{}';
  found_files uuid[];
begin
  perform site.require_admin();
  if search <> '' then
    found_files := array(
      select o.id from storage.objects o
      where o.bucket_id = bucket and o.name collate "C" >= folder and o.name collate "C" < folder_end and o.name collate "C" > after
        and strpos(lower(substr(o.name, start_at)), lower(search)) > 0
      order by o.name collate "C" limit page_size);
  else
    if after = '' or right(after, 1) = '/' then
      with recursive entry as (
        select 0 as place, case when after = '' then folder else site.end_of_folder(after) end as seek, null::text as path
        union all
        select e.place + 1, left(f.path, -1) || '0', f.path
        from entry e cross join lateral (
          select left(o.name, start_at - 1 + strpos(substr(o.name, start_at), '/')) as path
          from storage.objects o
          where o.bucket_id = bucket and o.name collate "C" >= e.seek and o.name collate "C" < folder_end
            and strpos(substr(o.name, start_at), '/') > 0
          order by o.name collate "C" limit 1) f
        where e.place < page_size)
      select coalesce(array_agg(e.path order by e.place), '{}') into found_folders from entry e where e.place > 0;
    end if;
    with recursive entry as (
      select cardinality(found_folders) as place, case when after = '' or right(after, 1) = '/' then folder else after || chr(1) end as seek,
        null::uuid as id
      union all
      select e.place + case when f.cut = 0 then 1 else 0 end,
        case when f.cut = 0 then f.name || chr(1) else left(f.name, start_at - 2 + f.cut) || '0' end, case when f.cut = 0 then f.id end
      from entry e cross join lateral (
        select o.id, o.name, strpos(substr(o.name, start_at), '/') as cut from storage.objects o
        where o.bucket_id = bucket and o.name collate "C" >= e.seek and o.name collate "C" < folder_end
        order by o.name collate "C" limit 1) f
      where e.place < page_size)
    select array_agg(e.id) into found_files from entry e where e.id is not null;
  end if;
  return jsonb_build_object('folders', found_folders, 'files', (
    select coalesce(jsonb_agg(jsonb_build_object('path', o.name, 'bytes', o.metadata -> 'size', 'type', o.metadata ->> 'mimetype',
      'changed_at', o.updated_at, 'owner', (
        select u.email from auth.users u
        where u.id = case when coalesce(o.owner_id, o.owner::text) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then coalesce(o.owner_id, o.owner::text)::uuid end))
      order by o.name collate "C"), '[]')
    from storage.objects o where o.id = any(found_files)));
end $$;
