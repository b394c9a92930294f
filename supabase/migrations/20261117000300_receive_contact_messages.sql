-- Messages of visitors to the owners of the site. The function supabase/functions/contact checks them and calls receive_contact_message, which
-- counts, stores and mails in one transaction.
create table if not exists public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null,
  email text not null,
  message text not null,
  -- A keyed hash of the IP address, for counting. It is removed with the first message after its hour.
  sender text
);
create index if not exists contact_messages_newest on public.contact_messages (created_at);

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated;
grant select on public.contact_messages to authenticated;
drop policy if exists "owners read messages" on public.contact_messages;
create policy "owners read messages" on public.contact_messages for select to authenticated using ((select public.is_owner()));
drop policy if exists "only for people themselves" on public.contact_messages;
create policy "only for people themselves" on public.contact_messages as restrictive for all to authenticated
  using ((select site.may_use_data())) with check ((select site.may_use_data()));

-- Queues a mail to each owner: it is sent when the transaction has committed. Answers how many there are, and null where there is no queue, as
-- in a hosted project.
create or replace function site.mail_owners(subject text, body text, reply_to text default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  queued integer;
begin
  if to_regclass('porchlight.message_queue') is null then
    return null;
  end if;
  insert into porchlight.message_queue (id, medium, kind, recipient, content, state)
    select gen_random_uuid(), 'mail', 'to_owners', o.email,
      jsonb_strip_nulls(jsonb_build_object('subject', subject, 'text', body, 'replyTo', reply_to)), 'queued'
    from site.owners o;
  get diagnostics queued = row_count;
  perform pg_notify('porchlight_new_messages', 'mail');
  return queued;
end $$;
revoke execute on function site.mail_owners(text, text, text) from public, anon, authenticated;
grant execute on function site.mail_owners(text, text, text) to service_role;

-- `limits` has the messages that are taken in an hour: {"sender": 5, "all": 60}. Answers {"stored": false} when there were as many, else also
-- the number of mails.
create or replace function public.receive_contact_message(name text, email text, message text, sender text, limits jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  of_sender integer;
  of_all integer;
begin
  -- Messages that arrive together are counted one after the other.
  lock table public.contact_messages in share row exclusive mode;
  select count(*) filter (where m.sender = receive_contact_message.sender), count(*) into of_sender, of_all
    from public.contact_messages m where m.created_at > now() - interval '1 hour';
  if of_sender >= (limits ->> 'sender')::integer or of_all >= (limits ->> 'all')::integer then
    return jsonb_build_object('stored', false);
  end if;
  update public.contact_messages m set sender = null where m.created_at <= now() - interval '1 hour' and m.sender is not null;
  insert into public.contact_messages (name, email, message, sender) values (name, email, message, sender);
  return jsonb_build_object('stored', true, 'mails', site.mail_owners(
    format('Message from %s', name),
    format(E'%s <%s> has sent a message with the form of your site:\n\n%s\n\nAn answer to this mail goes to %s.\n', name, email, message, email),
    email));
end $$;
revoke execute on function public.receive_contact_message(text, text, text, text, jsonb) from public, anon, authenticated;
grant execute on function public.receive_contact_message(text, text, text, text, jsonb) to service_role;
