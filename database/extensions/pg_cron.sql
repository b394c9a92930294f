-- pg_cron: jobs are stored as the extension stores them. Porchlight runs them (backend/schedules).
create schema if not exists cron;
comment on schema cron is '@mark@';

create sequence if not exists cron.jobid_seq;
create table if not exists cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport integer not null default coalesce(inet_server_port(), 5432),
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);
create sequence if not exists cron.runid_seq;
create table if not exists cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid integer,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);

-- Each role sees and changes its own jobs. Only roles that were granted the schema can try.
alter table cron.job enable row level security;
alter table cron.job_run_details enable row level security;
drop policy if exists cron_job_policy on cron.job;
create policy cron_job_policy on cron.job using (username = current_user);
drop policy if exists cron_job_run_details_policy on cron.job_run_details;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);
grant select, insert, update, delete on cron.job to public;
grant select, delete on cron.job_run_details to public;
grant usage on sequence cron.jobid_seq to public;

-- The time at which each job was last due, and the run that has begun for it. Processes that share the database read here which of them
-- runs it. A run without a process id is about to begin.
create table if not exists cron._claims (
  jobid bigint primary key references cron.job on delete cascade,
  schedule text not null,
  due_at timestamptz not null,
  runid bigint,
  pid integer,
  claimed_at timestamptz not null default now()
);

create or replace function cron._announce_jobs() returns trigger language plpgsql set search_path = '' as $$
begin
  notify porchlight_jobs;
  return null;
end
$$;
drop trigger if exists announce_jobs on cron.job;
create trigger announce_jobs after insert or update or delete or truncate on cron.job
  for each statement execute function cron._announce_jobs();

-- One field of a schedule: lists of *, 5, 1-5 or mon-fri, with a step after an asterisk or a range.
create or replace function cron._is_field(field text, low integer, high integer, names text[])
returns boolean language plpgsql immutable set search_path = '' as $$
declare
  item text;
  parts text[];
  ends integer[];
begin
  foreach item in array string_to_array(field, ',') loop
    parts := regexp_match(item, '^(?:(\*)|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:/([0-9]{1,3}))?$');
    if parts is null or parts[1] is null and parts[3] is null and parts[4] is not null then
      return false;
    end if;
    ends := array(
      select case when word = any (names) then array_position(names, word) - 1 + low when word ~ '^[0-9]{1,3}$' then word::integer end
      from unnest(array[coalesce(parts[2], low::text), coalesce(parts[3], parts[2], high::text)]) with ordinality as given (word, place)
      order by place);
    if (ends[1] >= low and ends[2] <= high and ends[1] <= ends[2] and coalesce(parts[4]::integer, 1) between 1 and high) is not true then
      return false;
    end if;
  end loop;
  return true;
end
$$;

-- Five fields, a word, or 1 to 59 seconds: the same texts as in backend/schedules/parse-schedule.ts.
create or replace function cron._require_schedule(schedule text) returns void language plpgsql immutable set search_path = '' as $$
declare
  plain text := lower(btrim(schedule, E' \t\r\n'));
  fields text[] := regexp_split_to_array(plain, E'[ \t\r\n]+');
begin
  if (
    plain ~ '^@(yearly|annually|monthly|weekly|daily|midnight|hourly|reboot|restart)$'
    or plain ~ E'^0*([1-9]|[1-5][0-9])[ \t\r\n]*seconds?$'
    or cardinality(fields) = 5
      and cron._is_field(fields[1], 0, 59, '{}')
      and cron._is_field(fields[2], 0, 23, '{}')
      and (fields[3] = '$' or cron._is_field(fields[3], 1, 31, '{}'))
      and cron._is_field(fields[4], 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}')
      and cron._is_field(fields[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}')
  ) is not true then
    raise exception 'invalid schedule: %', schedule
      using errcode = 'invalid_parameter_value',
        hint = 'Use five fields in GMT (minute, hour, day, month, weekday), as in ''0 3 * * *'', or ''30 seconds''.';
  end if;
end
$$;

create or replace function cron._store_job(
  job_name text, schedule text, command text, database text, username text, active boolean
) returns bigint language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  stored bigint;
begin
  perform cron._require_schedule(_store_job.schedule);
  insert into cron.job as j (jobname, schedule, command, database, username, active)
  values (
    _store_job.job_name, _store_job.schedule, _store_job.command, _store_job.database, coalesce(_store_job.username, current_user),
    _store_job.active)
  on conflict on constraint jobname_username_uniq do update
  set schedule = excluded.schedule, command = excluded.command, database = excluded.database, active = excluded.active
  returning j.jobid into stored;
  return stored;
end
$$;

create or replace function cron.schedule(job_name text, schedule text, command text)
returns bigint language sql set search_path = '' as $$
  select cron._store_job(job_name, schedule, command, current_database(), null, true)
$$;

create or replace function cron.schedule(schedule text, command text)
returns bigint language sql strict set search_path = '' as $$
  select cron._store_job(null, schedule, command, current_database(), null, true)
$$;

create or replace function cron.schedule_in_database(
  job_name text, schedule text, command text, database text, username text default null, active boolean default true
) returns bigint language sql set search_path = '' as $$
  select cron._store_job(job_name, schedule, command, database, username, active)
$$;

create or replace function cron.unschedule(job_id bigint) returns boolean language plpgsql strict set search_path = '' as $$
begin
  delete from cron.job where jobid = job_id;
  if not found then
    raise exception 'There is no job % of this role.', job_id;
  end if;
  return true;
end
$$;

create or replace function cron.unschedule(job_name text) returns boolean language plpgsql strict set search_path = '' as $$
begin
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then
    raise exception 'There is no job "%" of this role.', job_name;
  end if;
  return true;
end
$$;

create or replace function cron.alter_job(
  job_id bigint, schedule text default null, command text default null, database text default null, username text default null,
  active boolean default null
) returns void language plpgsql set search_path = '' as $$
begin
  if alter_job.schedule is not null then
    perform cron._require_schedule(alter_job.schedule);
  end if;
  update cron.job as j
  set schedule = coalesce(alter_job.schedule, j.schedule), command = coalesce(alter_job.command, j.command),
    database = coalesce(alter_job.database, j.database), username = coalesce(alter_job.username, j.username),
    active = coalesce(alter_job.active, j.active)
  where j.jobid = job_id;
  if not found then
    raise exception 'There is no job % of this role.', job_id;
  end if;
end
$$;
revoke all on function cron.alter_job, cron.schedule_in_database from public;
