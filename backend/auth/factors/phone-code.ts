import { createHash, timingSafeEqual } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import type { MessageChannel } from '../accounts/addresses.ts';
import { limitTextMessages } from '../guards/rate-limits.ts';
import type { AuthService } from '../service.ts';
import type { FactorRow } from './factor-row.ts';

export async function sendFactorCode(
  sql: TransactionSql,
  service: AuthService,
  factor: FactorRow,
  code: string,
  channel: MessageChannel,
): Promise<void> {
  await limitTextMessages(service);
  const text = service.config.mfa.phone.template.replace(/\{\{\s*\.Code\s*\}\}/g, code);
  await service.sms.queue(sql, { to: factor.phone ?? '', text, channel, otp: code });
}

/** Kept in place of the code: whoever reads the table does not read it, and it holds for one challenge only. */
export function hashFactorCode(challengeId: string, code: string): string {
  return createHash('sha256').update(`${challengeId}${code}`).digest('hex');
}

export function isFactorCode(challengeId: string, hash: string | null, code: string): boolean {
  const given = Buffer.from(hashFactorCode(challengeId, code));
  const kept = Buffer.from(hash ?? '');
  return given.length === kept.length && timingSafeEqual(given, kept);
}
