-- Mail and text messages on their way out. A row is written in the transaction that gives a reason for the message, so the message
-- exists if and only if that transaction commits.
create table if not exists porchlight.message_queue (
  id uuid primary key,
  medium text not null check (medium in ('mail', 'phone')),
  -- The mail's template, or the phone's channel (sms, whatsapp).
  kind text not null,
  recipient text not null,
  -- Subject, text, HTML, link and code. Emptied as soon as the message was sent or given up: it holds secrets.
  content jsonb,
  -- queued: to be sent. sent and refused: over. outbox: nothing is configured to send it; it is there to be read.
  state text not null check (state in ('queued', 'sent', 'refused', 'outbox')),
  attempts integer not null default 0,
  -- When to try (again). While a sender is at work on the row, the time at which it is taken for dead.
  due_at timestamptz not null default now(),
  claimed_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  last_error text,
  constraint content_ends_with_sending check (state in ('queued', 'outbox') or content is null)
);

create index if not exists message_queue_due on porchlight.message_queue (medium, due_at) where state = 'queued';
create index if not exists message_queue_newest on porchlight.message_queue (created_at desc);

-- Messages are nobody's to read through the API.
alter table porchlight.message_queue enable row level security;
revoke all on porchlight.message_queue from public;
