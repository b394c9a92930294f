-- What a caller may do on a private channel, as the policies on realtime.messages decide: reading is a row of the topic that the caller
-- sees, writing a row that the caller may insert. Each row is undone at once, together with the caller's role and whatever a policy
-- did, so that nothing remains and nothing is published. A policy that fails allows nothing, and `fault` says why.
create or replace function porchlight.read_channel_rights(topic text, of_role text, claims text, headers text)
returns table (extension text, may_read boolean, may_write boolean, fault text)
language plpgsql
as $$
#variable_conflict use_column
declare
  probe constant uuid := gen_random_uuid();
  -- With it only one partition is searched.
  at constant timestamp := timezone('utc', now());
  -- A fault of the server is not an answer: no connection, read only, deadlock, disk full, cancelled.
  of_server constant text := '^(08|25|40|53|57|58|XX)';
begin
  perform
    set_config('realtime.topic', topic, true),
    set_config('request.jwt.claims', claims, true),
    set_config('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', ''), true),
    set_config('request.jwt.claim.role', of_role, true),
    set_config('request.headers', headers, true);
  foreach extension in array array['broadcast', 'presence'] loop
    may_read := false;
    may_write := false;
    fault := null;
    begin
      insert into realtime.messages (id, topic, extension, inserted_at, updated_at) values (probe, topic, extension, at, at);
      perform set_config('role', of_role, true);
      may_read := exists (select from realtime.messages m where m.id = probe and m.inserted_at = at);
      raise exception using errcode = 'PL002';
    exception
      when sqlstate 'PL002' or insufficient_privilege then null;
      when others then
        if sqlstate ~ of_server then raise; end if;
        fault := sqlerrm;
    end;
    begin
      perform set_config('role', of_role, true);
      insert into realtime.messages (topic, extension, inserted_at, updated_at) values (topic, extension, at, at);
      may_write := true;
      raise exception using errcode = 'PL002';
    exception
      when sqlstate 'PL002' or insufficient_privilege then null;
      when others then
        if sqlstate ~ of_server then raise; end if;
        fault := sqlerrm;
    end;
    return next;
  end loop;
end
$$;
revoke all on function porchlight.read_channel_rights(text, text, text, text) from public;
grant execute on function porchlight.read_channel_rights(text, text, text, text) to supabase_realtime_admin;
