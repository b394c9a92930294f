-- What Supabase's tables have no column for: the wrong tries of second factors, and the codes that were used.

create table if not exists porchlight.factor_tries (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  -- Tries since the last right code.
  tries integer not null default 0,
  -- No code is looked at before this moment, whoever sends it and from wherever.
  next_try_at timestamptz not null default '-infinity',
  -- The thirty seconds that the last accepted code of an authenticator app stood for: it never holds again, nor does an older one.
  last_step bigint
);

create table if not exists porchlight.challenge_tries (
  challenge_id uuid primary key references auth.mfa_challenges (id) on delete cascade,
  tries integer not null default 0
);

alter table porchlight.factor_tries enable row level security;
revoke all on porchlight.factor_tries from public;
alter table porchlight.challenge_tries enable row level security;
revoke all on porchlight.challenge_tries from public;
