/** The queue of pg_net's stand-in, and what was answered. */
import type { Connections } from '../../database/database.ts';

export type WebhookDatabase = Pick<Connections, 'sql' | 'batch'>;

export interface ClaimedRequest {
  id: string;
  method: string;
  url: string;
  headers: Record<string, unknown> | null;
  /** Also null if it is too large. */
  body: Uint8Array | null;
  isTooLarge: boolean;
  /** The process was stopped for long, or a backup was restored. */
  isTooOld: boolean;
  timeoutMs: number;
  /** 1 for the first. */
  attempt: number;
}

/** A row of net._http_response, as pg_net writes it. */
export interface DeliveryResult {
  status?: number;
  contentType?: string | undefined;
  headers?: Record<string, string>;
  content?: string | undefined;
  isTimedOut: boolean;
  error?: string;
  /** Whether it may be different another time. */
  isTemporary: boolean;
}

export const maxBodyBytes = 10 * 1024 * 1024;
export const maxAgeHours = 24;
/** A request without a limit, which pg_net allows, has this one. */
const maxTimeoutMs = 10 * 60_000;
const keptHours = 6;

/**
 * Claims due requests. A claim ends by itself some time after the request's own limit, so that those of a process that has died are sent by
 * another. `inProgress`: what this process has claimed and not recorded yet, however late.
 */
export function claimDue(
  { sql }: WebhookDatabase,
  options: { maxCount: number; graceMs: number; inProgress: readonly string[] },
): Promise<ClaimedRequest[]> {
  return sql<ClaimedRequest[]>`
    with due as materialized (
      select id, case when timeout_milliseconds between 1 and ${maxTimeoutMs} then timeout_milliseconds else ${maxTimeoutMs} end as timeout_ms
      from net.http_request_queue
      where due_at <= now() and id <> all (${options.inProgress}::bigint[])
      order by due_at, id
      limit ${options.maxCount}
      for update skip locked
    )
    update net.http_request_queue q
    set attempts = q.attempts + 1, due_at = now() + make_interval(secs => (timeout_ms + ${options.graceMs}::int) / 1000.0)
    from due where q.id = due.id
    returning q.id::text, q.method, q.url, case when jsonb_typeof(q.headers) = 'object' then q.headers end as headers,
      case when octet_length(q.body) <= ${maxBodyBytes} then q.body end as body,
      coalesce(octet_length(q.body) > ${maxBodyBytes}, false) as "isTooLarge",
      q.created < now() - make_interval(hours => ${maxAgeHours}) as "isTooOld",
      timeout_ms as "timeoutMs", q.attempts as attempt`;
}

/** Milliseconds until the next request is due; undefined when none is waiting. */
export async function readNextDue(
  { sql }: WebhookDatabase,
  inProgress: readonly string[],
): Promise<number | undefined> {
  const [row] = await sql<{ ms: number | null }[]>`
    select (extract(epoch from min(due_at) - now()) * 1000)::float8 as ms from net.http_request_queue
    where id <> all (${inProgress}::bigint[])`;
  return row?.ms ?? undefined;
}

const storeResponse =
  'select net._store_response($1::bigint, $2::integer, $3::text, $4::text::jsonb, $5::text, $6::boolean, $7::text)';
const removeRequest = 'delete from net.http_request_queue where id = $1::bigint';
// Unless another process has claimed it meanwhile.
const postponeRequest = `
  update net.http_request_queue set due_at = now() + make_interval(secs => $3::float8 / 1000)
  where id = $1::bigint and attempts = $2::integer`;

/** Without `retryMs` the request leaves the queue. */
export async function storeResult(
  { batch }: WebhookDatabase,
  { id, attempt }: Pick<ClaimedRequest, 'id' | 'attempt'>,
  result: DeliveryResult | undefined,
  retryMs: number | undefined,
): Promise<void> {
  const response = result && {
    text: storeResponse,
    values: [
      id,
      result.status === undefined ? null : String(result.status),
      result.contentType ?? null,
      result.headers ? JSON.stringify(result.headers) : null,
      result.content ?? null,
      String(result.isTimedOut),
      result.error ?? null,
    ],
  };
  const request =
    retryMs === undefined
      ? { text: removeRequest, values: [id] }
      : { text: postponeRequest, values: [id, String(attempt), String(retryMs)] };
  await batch(response ? [response, request] : [request]);
}

export async function removeOldResponses({ sql }: WebhookDatabase): Promise<void> {
  await sql`delete from net._http_response where created < now() - make_interval(hours => ${keptHours})`;
}
