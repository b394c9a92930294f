import type { MessageChannel } from '../accounts/addresses.ts';
import { hashCode, sentAtColumns, storeToken, type TokenKind } from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { limitSms } from '../limits/route-limits.ts';
import { requireSendCooldownOver, startSendCooldown } from '../limits/send-cooldown.ts';
import { toMessageContext } from '../mail/message-context.ts';
import type { Call } from '../service/call.ts';
import { renderSms } from '../sms/sms-template.ts';

export type SmsPurpose = 'confirmation' | 'phone_change' | 'reauthentication';

const kinds = {
  confirmation: 'confirmation_token',
  phone_change: 'phone_change_token',
  reauthentication: 'reauthentication_token',
} as const satisfies Record<SmsPurpose, TokenKind>;

/** Sends a code to a phone. Numbers with a fixed test code get no message, but the same limits apply. */
export async function sendSmsCode(
  { sql, service, request }: Call,
  user: UserRow,
  message: { phone: string; purpose: SmsPurpose; channel: MessageChannel },
): Promise<string> {
  const { sms } = service.config;
  const { phone, purpose, channel } = message;
  const kind = kinds[purpose];
  if (purpose === 'confirmation') await startSendCooldown(sql, service, 'sms', phone);
  else requireSendCooldownOver(service, 'sms', user[sentAtColumns[kind]]);
  const testCode = sms.testOtp[phone];
  const code = testCode ?? service.random.digits(sms.otpLength);
  if (purpose === 'phone_change') {
    await sql`update auth.users set phone_change = ${phone} where id = ${user.id}`;
  }
  await storeToken(sql, service, { userId: user.id, kind, hash: hashCode(phone, code), address: phone });
  if (testCode !== undefined) return 'test-otp';
  const text = renderSms(sms.template, code);
  const about = toMessageContext(
    request,
    purpose === 'phone_change' ? { ...user, phone_change: phone } : user,
  );
  const { messageId } = await service.sms.queue(sql, { to: phone, text, channel, otp: code, about });
  await limitSms(sql, service);
  return messageId;
}
