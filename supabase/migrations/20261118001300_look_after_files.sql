-- The admin area's Files. An owner acts on the storage with their own token: policies let an owner pass whose request carries the header
-- `x-admin: files`. Without it an owner sees and changes what they could before, so a page of the site shows them no more than others see.

-- Asked by policies for each statement of every caller. The header comes first: for all others it costs one comparison.
create or replace function site.is_admin_request() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  headers text := current_setting('request.headers', true);
begin
  if headers is null or strpos(headers, '"x-admin"') = 0 then
    return false;
  end if;
  begin
    if headers::jsonb ->> 'x-admin' is distinct from 'files' then
      return false;
    end if;
    perform site.require_admin();
    return true;
  exception when others then
    return false;
  end;
end $$;
revoke execute on function site.is_admin_request() from public, anon;
grant execute on function site.is_admin_request() to authenticated;

-- A project without storage has nothing to look after. Where the role of migrations may not add policies, files can be looked at but not changed.
do $$
begin
  if to_regclass('storage.objects') is null or to_regclass('storage.buckets') is null then
    return;
  end if;
  drop policy if exists admin_requests on storage.objects;
  create policy admin_requests on storage.objects to authenticated
    using ((select site.is_admin_request())) with check ((select site.is_admin_request()));
  drop policy if exists admin_requests on storage.buckets;
  create policy admin_requests on storage.buckets to authenticated
    using ((select site.is_admin_request())) with check ((select site.is_admin_request()));
exception when insufficient_privilege then
  raise notice 'The policies of the admin area for files cannot be created by this role.';
end $$;

-- The buckets and how much is in each; null without a storage.
create or replace function public.admin_storage_usage() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_admin();
  return (
    select jsonb_build_object(
      'can_change', (select count(*) = 2 from pg_catalog.pg_policies p
        where p.schemaname = 'storage' and p.tablename in ('objects', 'buckets') and p.policyname = 'admin_requests'),
      'buckets', coalesce(jsonb_agg(jsonb_build_object('name', b.id, 'is_public', coalesce(b.public, false), 'created_at', b.created_at,
        'max_bytes', b.file_size_limit, 'types', b.allowed_mime_types, 'files', coalesce(u.files, 0), 'bytes', coalesce(u.bytes, 0))
        order by b.id), '[]'))
    from storage.buckets b left join (
      select o.bucket_id, count(*) as files,
        sum(case when jsonb_typeof(o.metadata -> 'size') = 'number' then (o.metadata ->> 'size')::numeric end) as bytes
      from storage.objects o group by 1) u on u.bucket_id = b.id
    where coalesce(to_jsonb(b) ->> 'type', 'STANDARD') = 'STANDARD');
exception when undefined_table or invalid_schema_name then
  return null;
end $$;

-- The first name behind all that are in a folder; '0' follows '/' in the order of bytes.
create or replace function site.end_of_folder(folder text) returns text
language sql immutable set search_path = '' as $$
  select case when folder = '' then U&'\+10FFFF' else left(folder, -1) || '0' end
$$;

-- A page of a folder: folders first, then files, each in the order of their names. `after` is the last path of the page before. One more than
-- `most` shows that there are more. A folder is skipped by one look into the index, however much is in it.
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
        -- By the key of the account: a comparison of texts would read all accounts for each file. An owner may be no account of this site.
        select u.email from auth.users u
        where u.id = case when coalesce(o.owner_id, o.owner::text) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then coalesce(o.owner_id, o.owner::text)::uuid end))
      order by o.name collate "C"), '[]')
    from storage.objects o where o.id = any(found_files)));
end $$;

-- The names below a folder, as many as asked for, and how many there are.
create or replace function public.admin_file_names(bucket text, folder text, most integer default 1000) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  folder_end constant text := site.end_of_folder(folder);
begin
  perform site.require_admin();
  return jsonb_build_object(
    'total', (select count(*) from storage.objects o
      where o.bucket_id = bucket and o.name collate "C" >= folder and o.name collate "C" < folder_end),
    'names', (select coalesce(jsonb_agg(n.name), '[]') from (select o.name from storage.objects o
      where o.bucket_id = bucket and o.name collate "C" >= folder and o.name collate "C" < folder_end
      order by o.name collate "C" limit least(most, 1000)) n));
end $$;

revoke execute on function site.end_of_folder(text) from public, anon, authenticated;
revoke execute on function public.admin_storage_usage(), public.admin_files(text, text, text, text, integer),
  public.admin_file_names(text, text, integer) from public, anon;
grant execute on function public.admin_storage_usage(), public.admin_files(text, text, text, text, integer),
  public.admin_file_names(text, text, integer) to authenticated;
