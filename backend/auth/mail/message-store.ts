import type { Database, Sql } from '../../../database/database.ts';
import type { Statement } from '../service/statements.ts';

/** The statements on porchlight.message_queue. Times come from the database's clock, which all processes share. */

export type Medium = 'mail' | 'phone';

/** The content of a message. It contains secrets, and is deleted from the row once it was sent. */
export type MessageContent = {
  text: string;
  subject?: string;
  html?: string;
  /** Where answers go; left out, to the sender. */
  replyTo?: string;
  /** Shown in the outbox beside the text. */
  link?: string;
  code?: string;
  /** For a hook that writes the message itself: its payload, as JSON. */
  payload?: string;
};

export interface NewMessage {
  id: string;
  kind: string;
  recipient: string;
  content: MessageContent;
}

export interface ClaimedMessage extends NewMessage {
  attempts: number;
}

/** The channel on which senders are notified of new messages; the payload is the medium. */
export const newMessages = 'porchlight_new_messages';

/** How long a claim is valid without a renewal. */
const claimSeconds = 60;

const insertMessage = `
  insert into porchlight.message_queue (id, medium, kind, recipient, content, state)
  values ($1::uuid, $2::text, $3::text, $4::text, $5::text::jsonb, `;

/** Postgres delivers the notification when the transaction commits, and never otherwise. */
const insertQueued = `
  with added as (${insertMessage}'queued') returning medium)
  select pg_notify('${newMessages}', medium) from added`;
const insertOutbox = `${insertMessage}'outbox')`;

export function queueStatement(medium: Medium, message: NewMessage): Statement {
  return { text: insertQueued, values: valuesOf(medium, message) };
}

export function outboxStatement(medium: Medium, message: NewMessage): Statement {
  return { text: insertOutbox, values: valuesOf(medium, message) };
}

/** A message that the same process sends: its sender has claimed it from the start, and no other sender is notified. */
const insertClaimed = `
  insert into porchlight.message_queue (id, medium, kind, recipient, content, state, claimed_by, attempts, due_at)
  values ($1::uuid, $2::text, $3::text, $4::text, $5::text::jsonb, 'queued', $6::uuid, 1,
    now() + make_interval(secs => ${claimSeconds}))`;

export function claimedStatement(medium: Medium, message: NewMessage, sender: string): Statement {
  return { text: insertClaimed, values: [...valuesOf(medium, message), sender] };
}

const insertRefused = `
  insert into porchlight.message_queue (id, medium, kind, recipient, state, finished_at, last_error)
  values ($1::uuid, $2::text, $3::text, $4::text, 'refused', now(), $5::text)`;

/** For a message that cannot be sent to its address. It is recorded without its content. */
export function refusedStatement(medium: Medium, message: NewMessage, reason: string): Statement {
  return { text: insertRefused, values: [message.id, medium, message.kind, message.recipient, reason] };
}

function valuesOf(medium: Medium, { id, kind, recipient, content }: NewMessage): string[] {
  return [id, medium, kind, recipient, JSON.stringify(content)];
}

/**
 * Claims up to `maxCount` due messages for this sender. A message that this sender has claimed before and not yet recorded as done is
 * left out, however late: it may have been sent already.
 */
export function claimDue(
  sql: Sql,
  medium: Medium,
  sender: string,
  maxCount: number,
): Promise<ClaimedMessage[]> {
  return sql<ClaimedMessage[]>`
    with due as materialized (
      select id from porchlight.message_queue
      where state = 'queued' and medium = ${medium} and due_at <= now() and claimed_by is distinct from ${sender}
      order by due_at
      limit ${maxCount}
      for update skip locked
    )
    update porchlight.message_queue q
    set claimed_by = ${sender}, attempts = q.attempts + 1, due_at = now() + make_interval(secs => ${claimSeconds})
    from due where q.id = due.id
    returning q.id, q.kind, q.recipient, q.content, q.attempts`;
}

export async function renewClaim(sql: Sql, id: string, sender: string): Promise<void> {
  await sql`
    update porchlight.message_queue set due_at = now() + make_interval(secs => ${claimSeconds})
    where id = ${id} and claimed_by = ${sender}`;
}

/** Seconds until the next message is due; undefined when none is waiting. */
export async function readNextDue(sql: Sql, medium: Medium, sender: string): Promise<number | undefined> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from min(due_at) - now())::float8 as seconds from porchlight.message_queue
    where state = 'queued' and medium = ${medium} and claimed_by is distinct from ${sender}`;
  return row?.seconds ?? undefined;
}

const endMessages = `
  update porchlight.message_queue
  set state = $1::text, content = null, claimed_by = null, finished_at = now(), last_error = $2::text
  where id = any($3::uuid[]) and claimed_by = $4::uuid`;

export async function recordEnd(
  database: Pick<Database, 'batch'>,
  ids: readonly string[],
  sender: string,
  end: { state: 'sent' } | { state: 'refused'; error: string },
): Promise<void> {
  const error = end.state === 'refused' ? end.error : null;
  await database.batch([{ text: endMessages, values: [end.state, error, `{${ids.join(',')}}`, sender] }]);
}

/** Postpones a message; one that has been tried for too long is given up instead. Returns true when it was given up. */
export async function recordDelay(
  sql: Sql,
  id: string,
  sender: string,
  delay: { seconds: number; giveUpAfterSeconds: number; error: string },
): Promise<boolean> {
  const [row] = await sql<{ state: string }[]>`
    with message as (
      select id, created_at + make_interval(secs => ${delay.giveUpAfterSeconds}) < now() as is_over
      from porchlight.message_queue where id = ${id} and claimed_by = ${sender}
    )
    update porchlight.message_queue q
    set state = case when is_over then 'refused' else 'queued' end,
      content = case when is_over then null else content end,
      finished_at = case when is_over then now() end,
      due_at = now() + make_interval(secs => ${delay.seconds}),
      claimed_by = null, last_error = ${delay.error}
    from message where q.id = message.id
    returning q.state`;
  return row?.state === 'refused';
}

/**
 * Sent messages and unread messages of the outbox are kept for a day, refused ones for a week. A queued message is given up after a day, so
 * that older ones wait where nothing sends them.
 */
export async function removeOld(sql: Sql, medium: Medium): Promise<void> {
  await sql`
    delete from porchlight.message_queue
    where medium = ${medium} and (
      (state = 'sent' and finished_at < now() - interval '1 day')
      or (state = 'outbox' and created_at < now() - interval '1 day')
      or (state = 'queued' and created_at < now() - interval '2 days')
      or (state = 'refused' and finished_at < now() - interval '7 days'))`;
}
