import { createHash, timingSafeEqual } from 'node:crypto';
import type { TransactionSql } from '../../../database/database.ts';
import type { MessageChannel } from '../accounts/addresses.ts';
import { limitSms } from '../limits/route-limits.ts';
import type { MessageContext } from '../service/ports.ts';
import type { AuthService } from '../service/service.ts';
import { renderSms } from '../sms/sms-template.ts';
import type { FactorRow } from './factor-row.ts';

export async function sendFactorCode(
  sql: TransactionSql,
  service: AuthService,
  factor: FactorRow,
  { about, code, channel }: { about: MessageContext; code: string; channel: MessageChannel },
): Promise<void> {
  const text = renderSms(service.config.mfa.phone.template, code);
  const to = factor.phone ?? '';
  await service.sms.queue(sql, { to, text, channel, otp: code, isSecondFactor: true, about });
  await limitSms(sql, service);
}

/** Stored instead of the code: the code cannot be read from the table, and the hash is valid for one challenge only. */
export function hashFactorCode(challengeId: string, code: string): string {
  return createHash('sha256').update(`${challengeId}${code}`).digest('hex');
}

export function isFactorCode(challengeId: string, hash: string | null, code: string): boolean {
  const given = Buffer.from(hashFactorCode(challengeId, code));
  const stored = Buffer.from(hash ?? '');
  return given.length === stored.length && timingSafeEqual(given, stored);
}
