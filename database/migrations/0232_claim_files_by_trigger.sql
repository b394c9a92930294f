-- A file stops being a leftover in the transaction that makes it an object. That transaction is the caller's, who may not touch the list of
-- leftovers, so the table does it.
create or replace function porchlight.claim_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from porchlight.unclaimed_files where version = new.version and not removing;
  if found then
    update porchlight.resumable_uploads set finished_at = now() where id = new.version::uuid;
  elsif new.version = current_setting('storage.claimed_file', true) then
    raise exception 'The file was given up before it was complete.' using errcode = 'PL001';
  end if;
  return null;
end
$$;
revoke all on function porchlight.claim_file() from public;

create or replace trigger claim_file
  after insert or update of version on storage.objects
  for each row when (new.version is not null) execute function porchlight.claim_file();
