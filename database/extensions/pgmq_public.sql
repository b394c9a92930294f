-- What clients may do with queues, as Supabase's Queues offer it over the data API. Like a hosted project's, these functions run as the
-- caller: the service role may use every queue, and other roles need rights on the queue's table, and a policy if it has row security.
create schema pgmq_public;
grant usage on schema pgmq, pgmq_public to anon, authenticated, service_role;
grant all on all tables in schema pgmq to service_role;
alter default privileges in schema pgmq grant all on tables to service_role;

create function pgmq_public.send(queue_name text, message jsonb, sleep_seconds integer default 0)
returns setof bigint language sql set search_path = '' as $$
  select * from pgmq.send(queue_name => queue_name, msg => message, delay => sleep_seconds)
$$;
comment on function pgmq_public.send is 'Adds a message to a queue. It can be read after some seconds.';

create function pgmq_public.send_batch(queue_name text, messages jsonb[], sleep_seconds integer default 0)
returns setof bigint language sql set search_path = '' as $$
  select * from pgmq.send_batch(queue_name => queue_name, msgs => messages, delay => sleep_seconds)
$$;
comment on function pgmq_public.send_batch is 'Adds messages to a queue. They can be read after some seconds.';

create function pgmq_public.read(queue_name text, sleep_seconds integer, n integer)
returns setof pgmq.message_record language sql set search_path = '' as $$
  select * from pgmq.read(queue_name => queue_name, vt => sleep_seconds, qty => n)
$$;
comment on function pgmq_public.read is 'Reads up to n messages of a queue, and hides them from other readers for some seconds.';

create function pgmq_public.pop(queue_name text)
returns setof pgmq.message_record language sql set search_path = '' as $$
  select * from pgmq.pop(queue_name => queue_name)
$$;
comment on function pgmq_public.pop is 'Reads the next message of a queue, and deletes it.';

create function pgmq_public.archive(queue_name text, message_id bigint)
returns boolean language sql set search_path = '' as $$
  select pgmq.archive(queue_name => queue_name, msg_id => message_id)
$$;
comment on function pgmq_public.archive is 'Moves a message from a queue to its archive.';

create function pgmq_public.delete(queue_name text, message_id bigint)
returns boolean language sql set search_path = '' as $$
  select pgmq.delete(queue_name => queue_name, msg_id => message_id)
$$;
comment on function pgmq_public.delete is 'Deletes a message of a queue.';

grant execute on all functions in schema pgmq_public to anon, authenticated, service_role;
