-- What Supabase's tables have no place for: signed statements that open a session once only, and when a session of single sign-on ends.

-- A signed assertion of an identity provider or a message signed by a wallet, as a hash. Kept until it would be too old anyway.
create table if not exists porchlight.used_proofs (
  proof bytea primary key,
  expires_at timestamptz not null
);

create index if not exists used_proofs_expires_at_idx on porchlight.used_proofs (expires_at);

-- A flow with a code begins its session later, when the code is exchanged. The identity provider may have said when that session ends.
create table if not exists porchlight.sso_flow_ends (
  flow_state_id uuid primary key references auth.flow_state (id) on delete cascade,
  not_after timestamptz not null
);

alter table porchlight.used_proofs enable row level security;
revoke all on porchlight.used_proofs from public;
alter table porchlight.sso_flow_ends enable row level security;
revoke all on porchlight.sso_flow_ends from public;
