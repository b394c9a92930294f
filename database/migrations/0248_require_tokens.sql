-- Takes one token from each of the wanted buckets, or fails: then nothing of the transaction is kept. A batch of statements can so be sent
-- in one trip, without looking at an answer in between. The detail of the error lists the empty buckets as take_tokens does, as JSON.
create or replace function porchlight.require_tokens(wanted jsonb, at timestamptz)
returns void
language plpgsql
as $$
declare
  empty jsonb;
begin
  select jsonb_agg(jsonb_build_object('bucket', t.empty_bucket, 'wait', t.wait))
    into empty from porchlight.take_tokens(wanted, at) t;
  if empty is not null then
    raise exception 'A rate limit is reached.' using errcode = 'PL429', detail = empty::text;
  end if;
end
$$;
