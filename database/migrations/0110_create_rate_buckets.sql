-- Token buckets of the rate limits. Unlogged: after a crash every bucket is full again, and no write waits for the disk.
-- A bucket is one moment: when it will be full again. A full bucket needs no row. There is no index on that moment, so that taking a
-- token rewrites the row in place.
create unlogged table if not exists porchlight.rate_buckets (
  bucket text primary key,
  full_at timestamptz not null
) with (fillfactor = 50);

alter table porchlight.rate_buckets enable row level security;
revoke all on porchlight.rate_buckets from public;

-- When a bucket is full again after one token is taken from it. A moment further away than an empty bucket can explain was written
-- under a clock that has been set back since: that bucket starts anew. A minute's difference between the clocks of processes is normal.
create or replace function porchlight.bucket_after_take(full_at timestamptz, at timestamptz, step float8, burst float8)
returns timestamptz
language sql
stable
as $$
  select make_interval(secs => step) + case
    when full_at > at + make_interval(secs => burst * step + 60) then at
    else greatest(full_at, at)
  end
$$;

-- Takes one token from each of the wanted buckets, or from none. Answers with the buckets that are empty and the seconds until each
-- has a token; no rows mean that the tokens were taken.
-- wanted: [{"bucket": text, "step": seconds for one token, "burst": tokens in a full bucket}]
create or replace function porchlight.take_tokens(wanted jsonb, at timestamptz)
returns table (empty_bucket text, wait float8)
language plpgsql
as $$
declare
  want record;
  -- What timestamps can tell apart.
  microsecond constant float8 := 0.000001;
begin
  -- Buckets are taken from in the order of their names, so that two calls never wait for each other.
  for want in
    select w.bucket, w.step, w.burst from jsonb_to_recordset(wanted) as w (bucket text, step float8, burst float8) order by w.bucket
  loop
    insert into porchlight.rate_buckets as b (bucket, full_at)
      values (want.bucket, at + make_interval(secs => want.step))
      on conflict (bucket) do update
        set full_at = porchlight.bucket_after_take(b.full_at, at, want.step, want.burst)
        where porchlight.bucket_after_take(b.full_at, at, want.step, want.burst)
          <= at + make_interval(secs => want.burst * want.step + microsecond);
    continue when found;

    -- This one is empty: what was taken from those before it goes back. Their rows are still locked.
    update porchlight.rate_buckets b
      set full_at = b.full_at - make_interval(secs => w.step)
      from jsonb_to_recordset(wanted) as w (bucket text, step float8)
      where b.bucket = w.bucket and w.bucket < want.bucket;
    return query
      select e.bucket, e.seconds
      from (
        select w.bucket, w.bucket >= want.bucket as is_untouched,
          extract(epoch from porchlight.bucket_after_take(b.full_at, at, w.step, w.burst) - at)::float8 - w.burst * w.step as seconds
        from jsonb_to_recordset(wanted) as w (bucket text, step float8, burst float8)
        join porchlight.rate_buckets b on b.bucket = w.bucket
      ) e
      where e.is_untouched and e.seconds > microsecond;
    return;
  end loop;
end
$$;

create or replace function porchlight.forget_full_buckets(at timestamptz)
returns bigint
language sql
as $$
  with gone as (
    delete from porchlight.rate_buckets where bucket in (
      select bucket from porchlight.rate_buckets where full_at < at for update skip locked
    )
    returning 1
  )
  select count(*) from gone
$$;
