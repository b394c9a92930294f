-- Whoever answers requests from the definitions of tables and functions hears of every change of them, over PostgREST's own
-- channel. Only a superuser may watch definitions; elsewhere it takes: notify pgrst, 'reload schema'

create or replace function porchlight.announce_definitions() returns event_trigger language plpgsql as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create or replace function porchlight.announce_drops() returns event_trigger language plpgsql as $$
begin
  if exists (select from pg_event_trigger_dropped_objects() as dropped where not dropped.is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    raise warning 'changes of tables are not announced here, because that takes a superuser: run "notify pgrst, ''reload schema''" after them';
    return;
  end if;
  drop event trigger if exists porchlight_definitions;
  drop event trigger if exists porchlight_drops;
  create event trigger porchlight_definitions on ddl_command_end
    when tag in (
      'ALTER DOMAIN', 'ALTER FOREIGN TABLE', 'ALTER FUNCTION', 'ALTER MATERIALIZED VIEW', 'ALTER SCHEMA', 'ALTER TABLE', 'ALTER TYPE', 'ALTER VIEW',
      'COMMENT', 'CREATE DOMAIN', 'CREATE FOREIGN TABLE', 'CREATE FUNCTION', 'CREATE MATERIALIZED VIEW', 'CREATE SCHEMA', 'CREATE TABLE',
      'CREATE TABLE AS', 'CREATE TYPE', 'CREATE VIEW', 'GRANT', 'REVOKE', 'SELECT INTO'
    )
    execute function porchlight.announce_definitions();
  create event trigger porchlight_drops on sql_drop execute function porchlight.announce_drops();
end
$$;
