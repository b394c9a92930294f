import { hash } from 'node:crypto';
import type { TransactionSql } from '../../../database/database.ts';
import { ServerError } from '../../../database/errors.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { Limit } from '../service/ports.ts';
import type { AuthService, Queries } from '../service/service.ts';
import type { Statement } from '../service/statements.ts';
import { limitSms, mailLimits, takeWithin, tooManyMails } from './route-limits.ts';

export type Medium = 'email' | 'sms';

/**
 * Between two messages to one address the configured cooldown must pass, for all routes together. It is counted by address, not
 * by account, so that the second request is refused alike for an address with and without an account.
 */
export async function startSendCooldown(
  sql: TransactionSql,
  service: AuthService,
  medium: Medium,
  address: string,
): Promise<void> {
  const taken = await service.limits.take(cooldownLimits(service, medium, address), takeWithin(sql));
  if (!taken.ok) throw tooSoon(medium, taken.retryAfterSeconds);
}

/**
 * Applies the cooldown of an address and the global mail limit to mails that are written as a batch: `run` gets the statement
 * that counts the mail, which must be the last one. When a limit is reached, that statement fails and the batch is rolled back.
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
  const wait = taken.waits[cooldownName('email')];
  throw wait === undefined ? tooManyMails(taken.retryAfterSeconds) : tooSoon('email', wait);
}

/** See database/migrations/0248_require_tokens.sql. */
const countMail = 'select porchlight.require_tokens($1::text::jsonb, $2::timestamptz)';
const limitReached = 'PL429';

/** Counts a message that is not sent because no account exists exactly like one that is sent. */
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
    await startSendCooldown(sql, service, medium, address);
    await limitSms(sql, service);
  });
}

/** Ends the cooldown of an address, because the code of its message was entered. */
export async function endSendCooldown(sql: Queries, address: string): Promise<void> {
  const { name, key } = bucketOf(address.includes('@') ? 'email' : 'sms', address);
  await sql`delete from porchlight.rate_buckets where bucket = ${`${name} ${key}`}`;
}

/** The cooldown for signed-in users, by the time in their account. */
export function requireSendCooldownOver(service: AuthService, medium: Medium, sentAt: Date | null): void {
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

/** Addresses are stored as digests, because the table of limits needs no plain ones. */
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
