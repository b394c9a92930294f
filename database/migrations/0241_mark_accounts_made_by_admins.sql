-- Accounts that an admin made or invited. What stands in them before their address is proven is the admin's word. In every other account
-- it is what an unknown visitor wrote, and goes with the next sign-up or the first proof of the address.
create table if not exists porchlight.admin_made_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade
);

alter table porchlight.admin_made_accounts enable row level security;
revoke all on porchlight.admin_made_accounts from public;

-- Of the accounts that are there, those to which no message was ever sent: every sign-up sends one.
insert into porchlight.admin_made_accounts (user_id)
select id from auth.users
where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
  and (confirmation_sent_at is null or invited_at is not null)
on conflict do nothing;
