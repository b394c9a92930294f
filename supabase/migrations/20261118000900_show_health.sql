-- What the admin area shows of the database. Each part is left out where this server does not have it, or does not let the function's owner
-- read it: a hosted project sends its own mail, for example.

create or replace function site.read_if_possible(query text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  result jsonb;
begin
  execute query into result;
  return result;
exception when undefined_table or undefined_function or undefined_column or invalid_schema_name or insufficient_privilege
  or object_not_in_prerequisite_state then
  return null;
end $$;
revoke execute on function site.read_if_possible(text) from public, anon, authenticated;

create or replace function public.admin_health() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_admin();
  return jsonb_build_object(
    'postgres', current_setting('server_version'),
    'database_bytes', pg_database_size(current_database()),
    'connections', (select count(*) from pg_stat_activity where datname = current_database()),
    'max_connections', current_setting('max_connections')::integer,
    'wal_bytes', site.read_if_possible('select to_jsonb(sum(size)) from pg_catalog.pg_ls_waldir()'),
    -- Tables of the API that any caller with the public key may read and write, as far as rights allow.
    'open_tables', (
      select coalesce(jsonb_agg(c.oid::regclass::text order by c.relname), '[]') from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
        and has_table_privilege('anon', c.oid, 'select, insert, update, delete')),
    'mails', site.read_if_possible($query$
      select jsonb_build_object(
        'waiting', count(*) filter (where state = 'queued'),
        'oldest', min(created_at) filter (where state = 'queued'),
        'sent', count(*) filter (where state = 'sent'),
        'unsent', count(*) filter (where state = 'outbox'),
        'refused', count(*) filter (where state = 'refused'),
        'last_errors', coalesce((select jsonb_agg(to_jsonb(e)) from (
          select created_at as at, kind, recipient, last_error as error from porchlight.message_queue
          where last_error is not null and state in ('queued', 'refused') order by created_at desc limit 5) e), '[]'))
      from porchlight.message_queue where created_at > now() - interval '7 days'$query$),
    'jobs', site.read_if_possible($query$
      select coalesce(jsonb_agg(to_jsonb(j) order by j.name), '[]') from (
        select coalesce(jobname, 'job ' || j.jobid) as name, schedule, active, d.status, d.start_time as at, d.end_time as until,
          case when d.status = 'failed' then d.return_message end as error
        from cron.job j left join lateral (
          select * from cron.job_run_details d where d.jobid = j.jobid order by d.runid desc limit 1) d on true
        limit 100) j$query$),
    'statements', site.read_if_possible($query$
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select left(regexp_replace(query, '\s+', ' ', 'g'), 300) as query, calls, mean_exec_time as mean_ms, max_exec_time as max_ms,
          total_exec_time as total_ms
        from extensions.pg_stat_statements
        where dbid = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
        order by total_exec_time desc limit 10) s$query$));
end $$;
revoke execute on function public.admin_health() from public, anon;
grant execute on function public.admin_health() to authenticated;
