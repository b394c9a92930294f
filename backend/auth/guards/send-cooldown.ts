import { hash } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { ServerError } from '../../../database/pipeline/answers.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { Limit } from '../ports.ts';
import type { AuthService, Queries } from '../service.ts';
import type { Statement } from '../statements.ts';
import { limitSms, mailLimits, takeWithin, tooManyMails } from './rate-limits.ts';

export type Medium = 'email' | 'sms';

/**
 * Between two messages to one address the configured time must pass, whichever route asks for them. It is counted by address, not by
 * account, so that the second request is refused alike for an address with and without an account.
 */
export async function takeSendCooldown(
  service: AuthService,
  sql: TransactionSql,
  medium: Medium,
  address: string,
): Promise<void> {
  const taken = await service.limits.take(cooldownLimits(service, medium, address), takeWithin(sql));
  if (!taken.ok) throw tooSoon(medium, taken.retryAfterSeconds);
}

/**
 * The pause of an address and the limit of all mails, for mails that are written as a batch: `run` is given the statement that counts
 * the mail, to be sent last. Where a limit is reached, that statement fails and so nothing of the batch is kept.
 */
export async function limitMailWithin(
  service: AuthService,
  address: string,
  run: (count: Statement[]) => Promise<void>,
): Promise<void> {
  const limits = [...cooldownLimits(service, 'email', address), ...mailLimits(service)];
  if (limits.length === 0) return run([]);
  const taken = await service.limits.take(limits, async (wanted, at) => {
    try {
      await run([{ text: countMail, values: [wanted, at.toISOString()] }]);
      return [];
    } catch (error) {
      if (error instanceof ServerError && error.code === limitReached) return JSON.parse(error.detail ?? '');
      throw error;
    }
  });
  if (taken.ok) return;
  const pause = taken.waits[cooldownName('email')];
  throw pause === undefined ? tooManyMails(taken.retryAfterSeconds) : tooSoon('email', pause);
}

/** See database/migrations/0248_require_tokens.sql. */
const countMail = 'select porchlight.require_tokens($1::text::jsonb, $2::timestamptz)';
const limitReached = 'PL429';

/** Counts a message that is not sent, because there is no account to send it to, exactly like one that is. */
export async function countUnsentMessage(
  service: AuthService,
  medium: Medium,
  address: string,
): Promise<void> {
  if (medium === 'email') {
    return limitMailWithin(service, address, async (count) => {
      if (count.length > 0) await service.database.batch(count);
    });
  }
  await service.database.transaction(async (sql) => {
    await takeSendCooldown(service, sql, medium, address);
    await limitSms(service, sql);
  });
}

/** The message has arrived: its code was entered. The next one need not wait. */
export async function endSendCooldown(sql: Queries, address: string): Promise<void> {
  const { name, key } = bucketOf(address.includes('@') ? 'email' : 'sms', address);
  await sql`delete from porchlight.rate_buckets where bucket = ${`${name} ${key}`}`;
}

/** The pause for users who are signed in, by what their account says. */
export function requireSendCooldown(service: AuthService, medium: Medium, sentAt: Date | null): void {
  const left = secondsLeft(service, medium, sentAt);
  if (left > 0) throw tooSoon(medium, left);
}

export function secondsLeft(service: AuthService, medium: Medium, sentAt: Date | null): number {
  if (sentAt === null) return 0;
  return (sentAt.getTime() - service.clock.now().getTime()) / 1000 + cooldownOf(service, medium);
}

function cooldownLimits(service: AuthService, medium: Medium, address: string): Limit[] {
  const intervalSeconds = cooldownOf(service, medium);
  if (intervalSeconds <= 0) return [];
  return [{ ...bucketOf(medium, address), count: 1, intervalSeconds, burst: 1 }];
}

function cooldownOf({ config }: AuthService, medium: Medium): number {
  return medium === 'email' ? config.email.maxFrequency : config.sms.maxFrequency;
}

/** Addresses are kept as digests: the table of limits need not know them. */
function bucketOf(medium: Medium, address: string): { name: string; key: string } {
  const key = hash('sha256', address.toLowerCase(), 'base64url');
  return { name: cooldownName(medium), key };
}

function cooldownName(medium: Medium): string {
  return `${medium}_pause`;
}

function tooSoon(medium: Medium, left: number): ServiceError {
  const code = medium === 'email' ? 'over_email_send_rate_limit' : 'over_sms_send_rate_limit';
  const message = `For security purposes, you can only request this after ${Math.floor(left)} seconds.`;
  return new ServiceError(code, 429, message, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(left))) },
  });
}
