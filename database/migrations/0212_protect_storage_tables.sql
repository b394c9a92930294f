-- Grants open the door, row security decides: without a policy of the site's own, only service_role and the server itself pass.

do $$
declare
  named text;
begin
  for named in select tablename from pg_tables where schemaname = 'storage' loop
    execute format('alter table storage.%I enable row level security', named);
    execute format('revoke all on storage.%I from public, anon, authenticated', named);
  end loop;
end
$$;

grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant all on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts to service_role;
grant select on storage.buckets_analytics, storage.buckets_vectors, storage.vector_indexes to service_role;
