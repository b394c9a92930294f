import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { parseEmail, parsePhone } from '../accounts/addresses.ts';
import { writeAudit } from '../accounts/audit.ts';
import { findUserByEmail, findUserByPhone } from '../accounts/find-user.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { beginFlow, type Challenge, parseChallenge } from '../codes/flow-state.ts';
import { sendEmailChange } from '../codes/send-email-change.ts';
import { sendMailCode } from '../codes/send-mail-code.ts';
import { sendSmsCode } from '../codes/send-sms-code.ts';
import { inConstantTime } from '../limits/constant-time.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { countUnsentMessage, secondsLeft, startSendCooldown } from '../limits/send-cooldown.ts';
import { challengeMembers, optionalText } from '../service/body-shapes.ts';
import type { Call } from '../service/call.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';

const shape = z.object({ type: optionalText, email: optionalText, phone: optionalText, ...challengeMembers });

type ResendType = 'signup' | 'email_change' | 'sms' | 'phone_change';

interface Resend {
  type: ResendType;
  medium: 'email' | 'sms';
  address: string;
  challenge: Challenge;
}

/** POST /resend: sends a pending message again. The answer is the same when none is pending. */
export const resend: Endpoint = async (request, service) => {
  await requireCaptcha(request, service);
  const body = await request.body(shape);
  await limitRoute(request, service, 'resend', (body.email || body.phone).toLowerCase());
  return inConstantTime(sendAgain(request, service, parseResend(service, body)));
};

function parseResend(service: AuthService, body: z.infer<typeof shape>): Resend {
  const { type } = body;
  if (type !== 'signup' && type !== 'email_change' && type !== 'sms' && type !== 'phone_change') {
    throw ServiceError.validationFailed(
      'Missing one of these types: signup, email_change, sms, phone_change',
    );
  }
  parseChallenge(body);
  if (body.email === '' && type === 'signup')
    throw ServiceError.validationFailed('Type provided requires an email address');
  if (body.phone === '' && type === 'sms')
    throw ServiceError.validationFailed('Type provided requires a phone number');
  if (body.email !== '' && body.phone !== '') {
    throw ServiceError.validationFailed('Only an email address or phone number should be provided.');
  }
  if (body.email !== '') {
    if (!service.config.email.enableSignup) {
      throw new ServiceError('email_provider_disabled', 400, 'Email logins are disabled');
    }
    return { type, medium: 'email', address: parseEmail(body.email), challenge: body };
  }
  if (body.phone === '') throw ServiceError.validationFailed('Missing email address or phone number');
  if (!service.config.sms.enableSignup) {
    throw new ServiceError('phone_provider_disabled', 400, 'Phone logins are disabled');
  }
  return { type, medium: 'sms', address: parsePhone(body.phone), challenge: body };
}

async function sendAgain(request: AuthRequest, service: AuthService, resent: Resend): Promise<object> {
  const find = resent.medium === 'email' ? findUserByEmail : findUserByPhone;
  const user = await find(service.database.sql, resent.address, service.config.audience);
  if (user === undefined || !isPending(service, user, resent.type)) {
    // Clients of the reference server expect no cooldown where no address change is pending.
    const isChange = resent.type === 'email_change' || resent.type === 'phone_change';
    if (!isChange || service.config.stricter.hideAccounts)
      await countUnsentMessage(service, resent.medium, resent.address);
    return resent.medium === 'sms' ? { message_id: service.random.uuid() } : {};
  }
  const messageId = await service.database.transaction((sql) =>
    send({ sql, service, request }, user, resent),
  );
  return messageId === undefined ? {} : { message_id: messageId };
}

/**
 * A change that was sent a moment ago is not sent again. The caller does not learn this: only the account's owner knows of the
 * first message.
 */
function isPending(service: AuthService, user: UserRow, type: ResendType): boolean {
  switch (type) {
    case 'signup':
      return user.email_confirmed_at === null;
    case 'sms':
      return user.phone_confirmed_at === null;
    case 'email_change':
      return Boolean(user.email_change) && secondsLeft(service, 'email', user.email_change_sent_at) <= 0;
    case 'phone_change':
      return Boolean(user.phone_change) && secondsLeft(service, 'sms', user.phone_change_sent_at) <= 0;
  }
}

async function send(
  call: Call,
  user: UserRow,
  { type, medium, address, challenge }: Resend,
): Promise<string | undefined> {
  const { sql, service } = call;
  const flow = parseChallenge(challenge);
  const begin = (method: 'email/signup' | 'email_change') =>
    flow === 'pkce'
      ? beginFlow(sql, service, { challenge, userId: user.id, method, provider: method })
      : undefined;
  switch (type) {
    case 'signup':
      await writeAudit(call, { actor: user, action: 'user_confirmation_requested' });
      await begin('email/signup');
      await sendMailCode(call, { user, type: 'signup', flow });
      return undefined;
    case 'email_change':
      await startSendCooldown(sql, service, medium, address);
      await begin('email_change');
      await sendEmailChange(call, user, user.email_change ?? '', flow);
      return undefined;
    case 'sms':
      await writeAudit(call, { actor: user, action: 'user_recovery_requested' });
      return sendSmsCode(call, user, {
        phone: address,
        purpose: 'confirmation',
        channel: 'sms',
      });
    case 'phone_change': {
      await startSendCooldown(sql, service, medium, address);
      const phone = user.phone_change ?? '';
      return sendSmsCode(call, user, { phone, purpose: 'phone_change', channel: 'sms' });
    }
  }
}
