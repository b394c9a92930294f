-- pgaudit: the functions of its event triggers, which grants in dumps name. Nothing calls them.
create or replace function @schema@.pgaudit_ddl_command_end() returns event_trigger language plpgsql as 'begin end';
create or replace function @schema@.pgaudit_sql_drop() returns event_trigger language plpgsql as 'begin end';
comment on function @schema@.pgaudit_ddl_command_end() is '@mark@';
comment on function @schema@.pgaudit_sql_drop() is '@mark@';
