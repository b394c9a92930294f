-- pgmq: message queues in tables. All functions run as the caller, who needs rights on the schema and on the queue's tables.
create schema if not exists pgmq;
comment on schema pgmq is '@mark@';

create table if not exists pgmq.meta (
  queue_name varchar unique not null,
  is_partitioned boolean not null,
  is_unlogged boolean not null,
  created_at timestamptz not null default now()
);

do $$
begin
  if to_regtype('pgmq.message_record') is null then
    create type pgmq.message_record as (
      msg_id bigint, read_ct integer, enqueued_at timestamptz, vt timestamptz, message jsonb, headers jsonb);
    create type pgmq.queue_record as (
      queue_name varchar, is_partitioned boolean, is_unlogged boolean, created_at timestamptz);
    create type pgmq.metrics_result as (
      queue_name text, queue_length bigint, newest_msg_age_sec integer, oldest_msg_age_sec integer, total_messages bigint,
      scrape_time timestamptz, queue_visible_length bigint);
  end if;
end
$$;

-- The name of a queue's table: "q" holds its messages, "a" its archive.
create or replace function pgmq.format_table_name(queue_name text, prefix text)
returns text language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(queue_name, '') = '' or queue_name ~ '[$;'']|--' then
    raise exception 'The queue cannot be named "%": a name is not empty, and has no $, no ;, no -- and no apostrophe.', queue_name;
  end if;
  return pg_catalog.lower(prefix || '_' || queue_name);
end
$$;

-- Longer names would be cut off in the names of tables and indexes.
create or replace function pgmq.validate_queue_name(queue_name text) returns void language plpgsql immutable set search_path = '' as $$
begin
  if pg_catalog.octet_length(queue_name) > 47 then
    raise exception 'The queue cannot be named "%": a name has at most 47 bytes.', queue_name;
  end if;
end
$$;

-- Until the end of the transaction, no other creates or drops this queue.
create or replace function pgmq.acquire_queue_lock(queue_name text) returns void language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('pgmq ' || pgmq.format_table_name(queue_name, 'q')))
$$;

create or replace function pgmq._create(queue_name text, is_unlogged boolean) returns void language plpgsql set search_path = '' as $$
declare
  queue constant text := pgmq.format_table_name(queue_name, 'q');
  archive constant text := pgmq.format_table_name(queue_name, 'a');
begin
  perform pgmq.validate_queue_name(queue_name);
  perform pgmq.acquire_queue_lock(queue_name);
  execute pg_catalog.format(
    'create %s table if not exists pgmq.%I (msg_id bigint primary key generated always as identity, read_ct integer not null default 0,
      enqueued_at timestamptz not null default now(), vt timestamptz not null, message jsonb, headers jsonb)',
    case when _create.is_unlogged then 'unlogged' else '' end, queue);
  execute pg_catalog.format(
    'create table if not exists pgmq.%I (msg_id bigint primary key, read_ct integer not null default 0,
      enqueued_at timestamptz not null default now(), archived_at timestamptz not null default now(), vt timestamptz not null,
      message jsonb, headers jsonb)', archive);
  execute pg_catalog.format('create index if not exists %I on pgmq.%I (vt)', queue || '_vt_idx', queue);
  execute pg_catalog.format('create index if not exists %I on pgmq.%I (archived_at)', 'archived_at_idx_' || queue_name, archive);
  insert into pgmq.meta (queue_name, is_partitioned, is_unlogged)
  values (_create.queue_name, false, _create.is_unlogged) on conflict do nothing;
end
$$;
create or replace function pgmq.create(queue_name text) returns void language sql as $$ select pgmq._create(queue_name, false) $$;
create or replace function pgmq.create_non_partitioned(queue_name text) returns void language sql as $$ select pgmq._create(queue_name, false) $$;
create or replace function pgmq.create_unlogged(queue_name text) returns void language sql as $$ select pgmq._create(queue_name, true) $$;

-- Partitions are made by pg_partman, which is compiled.
create or replace function pgmq.create_partitioned(
  queue_name text, partition_interval text default '10000', retention_interval text default '100000'
) returns void language plpgsql set search_path = '' as $$
begin
  raise exception 'The queue "%" cannot be partitioned: that needs the extensions pgmq and pg_partman. Use pgmq.create.', queue_name
    using errcode = 'feature_not_supported';
end
$$;
create or replace function pgmq.convert_archive_partitioned(
  table_name text, partition_interval text default '10000', retention_interval text default '100000', leading_partition integer default 10
) returns void language plpgsql set search_path = '' as $$
begin
  raise exception 'The archive of "%" cannot be partitioned: that needs the extensions pgmq and pg_partman.', table_name
    using errcode = 'feature_not_supported';
end
$$;

create or replace function pgmq.drop_queue(queue_name text) returns boolean language plpgsql set search_path = '' as $$
begin
  perform pgmq.acquire_queue_lock(queue_name);
  execute pg_catalog.format('drop table if exists pgmq.%I, pgmq.%I',
    pgmq.format_table_name(queue_name, 'q'), pgmq.format_table_name(queue_name, 'a'));
  delete from pgmq.meta as m where m.queue_name = drop_queue.queue_name;
  return found;
end
$$;
create or replace function pgmq.drop_queue(queue_name text, partitioned boolean) returns boolean language sql as $$
  select pgmq.drop_queue(queue_name)
$$;
-- An archive belongs to no extension, so there is nothing to detach.
create or replace function pgmq.detach_archive(queue_name text) returns void language sql as $$
  select from pgmq.format_table_name(queue_name, 'a')
$$;

create or replace function pgmq.list_queues() returns setof pgmq.queue_record language sql stable as $$
  select queue_name, is_partitioned, is_unlogged, created_at from pgmq.meta
$$;

create or replace function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay timestamptz)
returns setof bigint language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format(
    'insert into pgmq.%I (vt, message, headers)
      select $3, m, $2[n] from unnest($1) with ordinality as given (m, n) order by n returning msg_id',
    pgmq.format_table_name(queue_name, 'q')) using msgs, headers, delay;
end
$$;
create or replace function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[], delay integer)
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp() + make_interval(secs => delay)) $$;
create or replace function pgmq.send_batch(queue_name text, msgs jsonb[])
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, msgs, null::jsonb[], clock_timestamp()) $$;
create or replace function pgmq.send_batch(queue_name text, msgs jsonb[], headers jsonb[])
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, msgs, headers, clock_timestamp()) $$;
create or replace function pgmq.send_batch(queue_name text, msgs jsonb[], delay integer)
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, msgs, null::jsonb[], delay) $$;
create or replace function pgmq.send_batch(queue_name text, msgs jsonb[], delay timestamptz)
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, msgs, null::jsonb[], delay) $$;

create or replace function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay timestamptz)
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, array[msg], array[headers], delay) $$;
create or replace function pgmq.send(queue_name text, msg jsonb, headers jsonb, delay integer)
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, array[msg], array[headers], delay) $$;
create or replace function pgmq.send(queue_name text, msg jsonb)
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, array[msg]) $$;
create or replace function pgmq.send(queue_name text, msg jsonb, headers jsonb)
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, array[msg], array[headers]) $$;
create or replace function pgmq.send(queue_name text, msg jsonb, delay integer)
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, array[msg], delay) $$;
create or replace function pgmq.send(queue_name text, msg jsonb, delay timestamptz)
returns setof bigint language sql as $$ select pgmq.send_batch(queue_name, array[msg], delay) $$;

-- Versions of pgmq differ in the arguments of "read" and "pop". As GRANT names all of them, each form is a function of its own. Stand-ins
-- of before had defaults instead, which cannot be taken away.
do $$
declare
  old regprocedure;
begin
  for old in
    select oid from pg_proc where pronargdefaults > 0
      and oid in (to_regprocedure('pgmq.read(text,integer,integer,jsonb)'), to_regprocedure('pgmq.pop(text,integer)'))
  loop
    execute format('drop function %s', old);
  end loop;
end
$$;

-- Two readers at once get different messages. A message is hidden from others for "vt" seconds.
create or replace function pgmq.read(queue_name text, vt integer, qty integer, conditional jsonb)
returns setof pgmq.message_record language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format(
    'with taken as materialized (
       select msg_id from pgmq.%1$I where vt <= clock_timestamp() and ($3 = ''{}'' or message @> $3)
       order by msg_id limit $2 for update skip locked),
     updated as (
       update pgmq.%1$I as m set vt = clock_timestamp() + make_interval(secs => $1), read_ct = read_ct + 1
       from taken where m.msg_id = taken.msg_id
       returning m.msg_id, m.read_ct, m.enqueued_at, m.vt, m.message, m.headers)
     select * from updated order by msg_id',
    pgmq.format_table_name(queue_name, 'q')) using vt, qty, conditional;
end
$$;
create or replace function pgmq.read(queue_name text, vt integer, qty integer)
returns setof pgmq.message_record language sql as $$ select * from pgmq.read(queue_name, vt, qty, '{}') $$;

create or replace function pgmq.read_with_poll(
  queue_name text, vt integer, qty integer, max_poll_seconds integer default 5, poll_interval_ms integer default 100,
  conditional jsonb default '{}'
) returns setof pgmq.message_record language plpgsql set search_path = '' as $$
declare
  deadline constant timestamptz := pg_catalog.clock_timestamp() + pg_catalog.make_interval(secs => max_poll_seconds);
begin
  loop
    return query select * from pgmq.read(queue_name, vt, qty, conditional);
    exit when found or pg_catalog.clock_timestamp() >= deadline;
    perform pg_catalog.pg_sleep(poll_interval_ms / 1000.0);
  end loop;
end
$$;

create or replace function pgmq.pop(queue_name text, qty integer)
returns setof pgmq.message_record language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format(
    'with taken as materialized (
       select msg_id from pgmq.%1$I where vt <= clock_timestamp() order by msg_id limit $1 for update skip locked),
     deleted as (
       delete from pgmq.%1$I as m using taken where m.msg_id = taken.msg_id
       returning m.msg_id, m.read_ct, m.enqueued_at, m.vt, m.message, m.headers)
     select * from deleted order by msg_id',
    pgmq.format_table_name(queue_name, 'q')) using qty;
end
$$;
create or replace function pgmq.pop(queue_name text)
returns setof pgmq.message_record language sql as $$ select * from pgmq.pop(queue_name, 1) $$;

create or replace function pgmq.delete(queue_name text, msg_ids bigint[]) returns setof bigint language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format('delete from pgmq.%I where msg_id = any ($1) returning msg_id',
    pgmq.format_table_name(queue_name, 'q')) using msg_ids;
end
$$;
create or replace function pgmq.delete(queue_name text, msg_id bigint) returns boolean language sql as $$
  select count(*) > 0 from pgmq.delete(queue_name, array[msg_id])
$$;

create or replace function pgmq.archive(queue_name text, msg_ids bigint[]) returns setof bigint language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format(
    'with deleted as (delete from pgmq.%I where msg_id = any ($1) returning msg_id, read_ct, enqueued_at, vt, message, headers)
     insert into pgmq.%I (msg_id, read_ct, enqueued_at, vt, message, headers) select * from deleted returning msg_id',
    pgmq.format_table_name(queue_name, 'q'), pgmq.format_table_name(queue_name, 'a')) using msg_ids;
end
$$;
create or replace function pgmq.archive(queue_name text, msg_id bigint) returns boolean language sql as $$
  select count(*) > 0 from pgmq.archive(queue_name, array[msg_id])
$$;

create or replace function pgmq.purge_queue(queue_name text) returns bigint language plpgsql set search_path = '' as $$
declare
  purged bigint;
begin
  execute pg_catalog.format('delete from pgmq.%I', pgmq.format_table_name(queue_name, 'q'));
  get diagnostics purged = row_count;
  return purged;
end
$$;

create or replace function pgmq.set_vt(queue_name text, msg_id bigint, vt integer)
returns setof pgmq.message_record language plpgsql set search_path = '' as $$
begin
  return query execute pg_catalog.format(
    'update pgmq.%I set vt = clock_timestamp() + make_interval(secs => $2) where msg_id = $1
     returning msg_id, read_ct, enqueued_at, vt, message, headers',
    pgmq.format_table_name(queue_name, 'q')) using msg_id, vt;
end
$$;

create or replace function pgmq.metrics(queue_name text) returns pgmq.metrics_result language plpgsql stable set search_path = '' as $$
declare
  result pgmq.metrics_result;
begin
  execute pg_catalog.format(
    'select $1, count(*), extract(epoch from now() - max(enqueued_at))::integer, extract(epoch from now() - min(enqueued_at))::integer,
       coalesce(pg_sequence_last_value(pg_get_serial_sequence($2, ''msg_id'')::regclass), 0), now(),
       count(*) filter (where vt <= clock_timestamp())
     from pgmq.%I', pgmq.format_table_name(queue_name, 'q'))
  into result using queue_name, pg_catalog.format('pgmq.%I', pgmq.format_table_name(queue_name, 'q'));
  return result;
end
$$;
create or replace function pgmq.metrics_all() returns setof pgmq.metrics_result language sql stable as $$
  select pgmq.metrics(queue_name) from pgmq.meta
$$;
