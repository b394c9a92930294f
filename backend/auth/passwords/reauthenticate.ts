import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { consumeToken, hashCode, type TokenKind } from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { countCodeAttempt } from '../codes/count-code-attempt.ts';
import { sendReauthenticationMail } from '../codes/send-mail-code.ts';
import { sendSmsCode } from '../codes/send-sms-code.ts';
import { limitRoute } from '../limits/route-limits.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { requireUser } from '../sessions/require-user.ts';

/** GET /reauthenticate: sends the caller a code that allows a password change in an old session. */
export const reauthenticate: Endpoint = async (request, service) => {
  const { user } = await requireUser(request, service);
  await limitRoute(request, service, 'reauthenticate', user.id);
  const { email, phone } = user;
  if (!email && !phone) {
    const message = 'Reauthentication requires the user to have an email or a phone number';
    throw ServiceError.validationFailed(message);
  }
  if (email && user.email_confirmed_at === null) {
    throw new ServiceError('email_not_confirmed', 422, 'Please verify your email first.');
  }
  if (!email && user.phone_confirmed_at === null) {
    throw new ServiceError('phone_not_confirmed', 422, 'Please verify your phone first.');
  }
  return service.database.transaction(async (sql) => {
    const call = { sql, service, request };
    await writeAudit(call, { actor: user, action: 'user_reauthenticate_requested' });
    if (email) {
      await sendReauthenticationMail(call, user);
      return {};
    }
    const message = { phone: phone ?? '', purpose: 'reauthentication', channel: 'sms' } as const;
    return { message_id: await sendSmsCode(call, user, message) };
  });
};

/** Uses up the code that GET /reauthenticate sent. */
export async function requireNonce(service: AuthService, user: UserRow, nonce: string): Promise<void> {
  const address = user.email || user.phone || '';
  const { email, sms } = service.config;
  const kinds: TokenKind[] = ['reauthentication_token'];
  const consumed = await consumeToken(service.database.sql, service, {
    hashes: await countCodeAttempt(service, address, kinds, [hashCode(address, nonce)]),
    kinds,
    expirySeconds: user.email ? email.otpExpiry : sms.otpExpiry,
    address,
  });
  if (consumed?.userId !== user.id) {
    throw new ServiceError('reauthentication_not_valid', 422, 'Nonce has expired or is invalid');
  }
}
