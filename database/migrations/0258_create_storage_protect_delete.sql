-- Dumps of Supabase projects create triggers that call it before rows of storage.objects and storage.buckets are deleted. There it refuses,
-- because the bytes of a file would be left behind. Here a trigger of our own releases them, whichever way the row is deleted.

create or replace function storage.protect_delete() returns trigger language plpgsql as $$
begin
  return old;
end
$$;
