import { ServiceError } from '../../http/service-error.ts';
import { parseChannel, parsePhone } from '../accounts/addresses.ts';
import { writeAudit } from '../accounts/audit.ts';
import { findUserByPhone } from '../accounts/find-user.ts';
import type { Metadata } from '../accounts/user-row.ts';
import { sendSmsCode } from '../codes/send-sms-code.ts';
import { countUnsentMessage } from '../limits/send-cooldown.ts';
import { randomPasswordHash } from '../passwords/random-password-hash.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { register } from './register.ts';
import { checkSignUpAllowed } from './sign-up-allowed.ts';

export interface SignInSmsBody {
  phone: string;
  channel: string;
  data: Metadata | undefined;
  create_user: boolean;
}

/** Sends a code by SMS. For a user without a confirmed number this is a sign-up. */
export async function sendSignInSms(
  request: AuthRequest,
  service: AuthService,
  body: SignInSmsBody,
): Promise<object> {
  const { config, database } = service;
  if (!config.sms.enableSignup) {
    throw new ServiceError('phone_provider_disabled', 400, 'Unsupported phone provider');
  }
  const phone = parsePhone(body.phone);
  const channel = parseChannel(body.channel, config.sms.provider);
  const find = () => findUserByPhone(database.sql, phone, config.audience);
  let user = await find();
  if (user === undefined || user.phone_confirmed_at === null) {
    if (!checkSignUpAllowed(service, user, body.create_user)) {
      await countUnsentMessage(service, 'sms', phone);
      return { message_id: service.random.uuid() };
    }
    const passwordHash = randomPasswordHash(service.random);
    const challenge = { code_challenge: '', code_challenge_method: '' };
    const registration = {
      provider: 'phone',
      address: phone,
      passwordHash,
      data: body.data,
      channel,
      challenge,
    } as const;
    const { outcome } = await register(request, service, registration);
    // An id as for a known number, so that the answers cannot be distinguished.
    if (outcome !== 'confirmed') return { message_id: service.random.uuid() };
    user = await find();
  }
  const account = user;
  if (account === undefined) return { message_id: service.random.uuid() };
  const messageId = await database.transaction(async (sql) => {
    const call = { sql, service, request };
    const traits = { channel };
    await writeAudit(call, { actor: account, action: 'user_recovery_requested', traits });
    return sendSmsCode(call, account, { phone, purpose: 'confirmation', channel });
  });
  return { message_id: messageId };
}
