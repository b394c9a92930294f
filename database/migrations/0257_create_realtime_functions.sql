-- What triggers of Supabase projects call to broadcast a change. Realtime is not served, so that nothing is sent and nothing is stored.

do $$
begin
  if to_regprocedure('realtime.send(jsonb,text,text,boolean)') is null then
    create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
    language plpgsql as 'begin end';
  end if;
  if to_regprocedure('realtime.broadcast_changes(text,text,text,text,text,record,record,text)') is null then
    create function realtime.broadcast_changes(
      topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text default 'ROW'
    ) returns void language plpgsql as 'begin end';
  end if;
end
$$;
