-- When the backups that the site makes by itself were begun and made, for each place. The processes of a site share it, and one of them
-- makes a backup that is due: it holds an advisory lock meanwhile.
create table if not exists porchlight.backup_schedule (
  -- A folder, or the address of a bucket.
  place text primary key,
  tried_at timestamptz,
  succeeded_at timestamptz,
  -- Why the last one failed.
  fault text
);
alter table porchlight.backup_schedule enable row level security;
revoke all on porchlight.backup_schedule from public;
