-- Broadcasts from the database: a row of realtime.messages, which the service reads from the publication and delivers. They run as their
-- caller, so that the policies on the table decide who may send. What fails is a warning: the transaction that sends goes on. They replace
-- the empty functions of 0257, and no other ones.
do $do$
begin
  if (select prosrc from pg_proc where oid = to_regprocedure('realtime.send(jsonb,text,text,boolean)')) = 'begin end' then
    create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
    language plpgsql as $$
    declare
      message_id constant uuid := gen_random_uuid();
    begin
      perform set_config('realtime.topic', send.topic, true);
      insert into realtime.messages (id, topic, extension, event, private, payload)
      values (message_id, send.topic, 'broadcast', send.event, send.private,
        -- Clients recognise a message that they have received twice.
        case when jsonb_typeof(send.payload) = 'object' then jsonb_build_object('id', message_id) || send.payload else send.payload end);
    exception when others then
      raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
    end
    $$;
  end if;

  if to_regprocedure('realtime.send_binary(bytea,text,text,boolean)') is null then
    create function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
    language plpgsql as $$
    begin
      perform set_config('realtime.topic', send_binary.topic, true);
      insert into realtime.messages (topic, extension, event, private, binary_payload)
      values (send_binary.topic, 'broadcast', send_binary.event, send_binary.private, send_binary.payload);
    exception when others then
      raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
    end
    $$;
  end if;

  if (
    select prosrc from pg_proc
    where oid = to_regprocedure('realtime.broadcast_changes(text,text,text,text,text,record,record,text)')
  ) = 'begin end' then
    -- For triggers on rows. Unlike realtime.send it fails when it is called in another way: the trigger is wrong then.
    create or replace function realtime.broadcast_changes(
      topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text default 'ROW'
    ) returns void language plpgsql as $$
    begin
      if level = 'STATEMENT' then
        raise exception 'Failed to process the row: function can only be triggered for each row, not for each statement';
      end if;
      if operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
        raise exception 'Failed to process the row: Unexpected operation type: %', operation;
      end if;
      perform realtime.send(
        jsonb_build_object('schema', table_schema, 'table', table_name, 'operation', operation, 'record', new, 'old_record', old),
        event_name, topic_name);
    end
    $$;
  end if;

  if not exists (select from pg_publication where pubname = 'supabase_realtime_messages_publication') then
    -- A row is reported as one of realtime.messages, not of its partition.
    create publication supabase_realtime_messages_publication for table realtime.messages
      with (publish = 'insert', publish_via_partition_root = true);
  end if;
end
$do$;
