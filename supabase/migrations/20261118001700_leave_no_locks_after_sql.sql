-- What an owner's statements leave on their connection, the next callers would share: a lock of the session, which a transaction does not end, keeps
-- others waiting for as long as the connection lives. Settings and temporary tables are dropped before each request.
create or replace function site.drop_session_state() returns void
language plpgsql set search_path = '' as $$
declare
  named text;
begin
  perform pg_catalog.pg_advisory_unlock_all();
  for named in select c.name from pg_catalog.pg_cursors c where c.is_holdable loop
    execute pg_catalog.format('close %I', named);
  end loop;
  for named in select p.name from pg_catalog.pg_prepared_statements p where p.from_sql loop
    execute pg_catalog.format('deallocate %I', named);
  end loop;
  execute 'unlisten *';
end $$;
revoke execute on function site.drop_session_state() from public, anon, authenticated;

create or replace function public.admin_run_sql(statements text[], allow_changes boolean default false) returns json
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  answer json;
  state text;
  said text;
  more text;
  advice text;
begin
  perform site.require_admin('10 minutes');
  if coalesce(cardinality(statements), 0) = 0 then
    raise exception 'There is no statement.' using errcode = '22023', hint = 'no_statement';
  end if;
  if not exists (
    select from site.admin_log l
    where l.user_id = auth.uid() and l.action = 'sql.run' and l.at > now() - interval '1 minute'
      and l.details ->> 'sql' = left(array_to_string(statements, E';\n'), 500)
      and ((l.details ->> 'changes')::boolean or not allow_changes)) then
    raise exception 'This statement is not in the log.' using errcode = '42501', hint = 'not_noted';
  end if;
  -- There is no way back within the transaction, and none out of it within a function.
  if not allow_changes then perform set_config('transaction_read_only', 'on', true); end if;
  begin
    answer := case when allow_changes then site.run_statements(statements) else site.run_statements_reading(statements) end;
    perform site.drop_session_state();
    return answer;
  exception when query_canceled or others then
    get stacked diagnostics state = returned_sqlstate, said = message_text, more = pg_exception_detail, advice = pg_exception_hint;
    -- A rollback keeps the locks of the session.
    perform site.drop_session_state();
    -- A fault of the statement is none of the server, whatever its class.
    raise exception using errcode = 'PT422', message = said,
      detail = json_build_object('sqlstate', state, 'detail', more, 'hint', advice)::text;
  end;
end $$;
