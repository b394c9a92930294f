-- Files that no object names: being written, or no longer wanted. A file is entered here before its first byte is written and taken out
-- in the transaction that makes it an object, so whatever is cut off in between, somebody knows what is left to remove.
create table if not exists porchlight.unclaimed_files (
  version text primary key,
  -- From then on it may be removed. Whoever writes a file puts it off again and again.
  due_at timestamptz not null,
  -- Being removed: it can no longer become an object.
  removing boolean not null default false
);
create index if not exists unclaimed_files_due on porchlight.unclaimed_files (due_at);

-- Uploads that can be broken off and taken up again. How much has arrived is asked of the files.
create table if not exists porchlight.resumable_uploads (
  -- The file's version as well.
  id uuid primary key,
  bucket_id text not null,
  name text not null,
  -- Who began it, and nobody else goes on with it.
  role text not null,
  owner_id text,
  -- Given by a signed address, which was allowed when it was made.
  is_signed boolean not null default false,
  is_upsert boolean not null default false,
  length bigint not null,
  mime_type text not null,
  cache_control text not null,
  user_metadata jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Kept for a while, for a client whose last answer was lost.
  finished_at timestamptz
);
create index if not exists resumable_uploads_end on porchlight.resumable_uploads (expires_at);

alter table porchlight.unclaimed_files enable row level security;
alter table porchlight.resumable_uploads enable row level security;
revoke all on porchlight.unclaimed_files, porchlight.resumable_uploads from public;

-- Whichever way an object goes or gets another file, its old file is entered for removal.
create or replace function porchlight.give_up_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.version is not null and (tg_op = 'DELETE' or old.version is distinct from new.version) then
    insert into porchlight.unclaimed_files (version, due_at) values (old.version, now())
    on conflict (version) do nothing;
  end if;
  return null;
end
$$;
revoke all on function porchlight.give_up_file() from public;

create or replace trigger give_up_file
  after delete or update of version on storage.objects
  for each row execute function porchlight.give_up_file();
