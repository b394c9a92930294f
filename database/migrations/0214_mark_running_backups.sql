-- A backup copies the database first and the files after it. Until it is done, no file that its copy may name is removed: it holds an
-- advisory lock, which goes with its connection, and this tells whether anybody does.
create or replace function porchlight.is_backup_running() returns boolean language sql stable as $$
  select exists (
    select from pg_locks
    where locktype = 'advisory' and granted and classid = 8046 and objid = 1
      and database = (select oid from pg_database where datname = current_database()))
$$;
