-- What an owner does about the health of the site: mails are sent again, a test mail is sent, and the runs of jobs are read. Where the server has
-- no queue of its own, as on a hosted project, the answers are null.

-- The latest fifty mails. Never their content: it holds codes and links.
create or replace function public.admin_mails() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_admin();
  return site.read_if_possible($query$
    select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at desc), '[]') from (
      select id, created_at, kind, recipient, state, attempts, finished_at, last_error as error,
        case when state = 'queued' and claimed_by is null then due_at end as next_at
      from porchlight.message_queue where medium = 'mail' order by created_at desc limit 50) m$query$);
end $$;

-- Sends a waiting mail at once. The content of one that was given up is deleted: `state` tells the server to ask for a new mail of its kind.
create or replace function public.admin_resend_mail(mail uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found_mail record;
begin
  perform site.require_admin();
  if to_regclass('porchlight.message_queue') is null then
    raise exception 'A hosted project sends its own mails.' using hint = 'hosted';
  end if;
  select q.kind, q.recipient, q.state, q.claimed_by is not null and q.due_at > now() as is_sending into found_mail
    from porchlight.message_queue q where q.id = mail and q.medium = 'mail' for update;
  if found_mail is null then
    raise exception 'This mail is no longer in the queue.' using hint = 'not_found';
  elsif found_mail.is_sending then
    raise exception 'This mail is being sent at this moment.' using hint = 'sending';
  elsif found_mail.state not in ('queued', 'refused') then
    raise exception 'This mail does not wait to be sent.' using hint = 'not_waiting';
  end if;
  perform public.note_admin_action('health.resend', found_mail.recipient, jsonb_build_object('kind', found_mail.kind));
  if found_mail.state = 'queued' then
    update porchlight.message_queue q set due_at = now() where q.id = mail;
    perform pg_notify('porchlight_new_messages', 'mail');
  end if;
  return jsonb_build_object('kind', found_mail.kind, 'recipient', found_mail.recipient, 'state', found_mail.state);
end $$;

-- To the caller's own address only.
create or replace function public.admin_send_test_mail(subject text, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  added uuid := gen_random_uuid();
begin
  perform site.require_admin();
  if to_regclass('porchlight.message_queue') is null then
    raise exception 'A hosted project sends its own mails.' using hint = 'hosted';
  end if;
  select s.email into address from public.admin_session() s;
  if (select count(*) from porchlight.message_queue q where q.kind = 'test' and q.recipient = address
      and q.created_at > now() - interval '1 minute') >= 3 then
    raise exception 'Three test mails in a minute are enough. Please wait a moment.' using hint = 'too_often';
  end if;
  perform public.note_admin_action('health.test-mail', address);
  insert into porchlight.message_queue (id, medium, kind, recipient, content, state)
    values (added, 'mail', 'test', address, jsonb_build_object('subject', left(subject, 200), 'text', left(body, 2000)), 'queued');
  perform pg_notify('porchlight_new_messages', 'mail');
  return added;
end $$;

-- Each job with its latest ten runs. Not its command, which may hold a key.
create or replace function public.admin_jobs() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_admin();
  return site.read_if_possible($query$
    select coalesce(jsonb_agg(to_jsonb(j) order by j.name), '[]') from (
      select j.jobid::text as id, coalesce(jobname, 'job ' || j.jobid) as name, schedule, active, (
          select coalesce(jsonb_agg(to_jsonb(d) order by d.run desc), '[]') from (
            select d.runid as run, d.status, d.start_time as at, d.end_time as until, left(btrim(d.return_message), 500) as message
            from cron.job_run_details d where d.jobid = j.jobid order by d.runid desc limit 10) d) as runs
      from cron.job j limit 100) j$query$);
end $$;

-- Whether the caller has a second factor.
create or replace function public.admin_has_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform site.require_admin();
  return exists (select from auth.mfa_factors f where f.user_id = auth.uid() and f.status::text = 'verified');
end $$;

revoke execute on function public.admin_mails(), public.admin_resend_mail(uuid), public.admin_send_test_mail(text, text), public.admin_jobs(),
  public.admin_has_factor() from public, anon;
grant execute on function public.admin_mails(), public.admin_resend_mail(uuid), public.admin_send_test_mail(text, text), public.admin_jobs(),
  public.admin_has_factor() to authenticated;
