import { ServiceError } from '../http/service-error.ts';
import { parseEmail } from './accounts/addresses.ts';
import { findUserByEmail } from './accounts/find-user.ts';
import { unknownPasswordHash } from './accounts/unknown-password.ts';
import type { Metadata } from './accounts/user-row.ts';
import { writeAudit } from './audit.ts';
import { beginFlow, type Challenge, parseChallenge } from './codes/flow-state.ts';
import { sendMailCode } from './codes/send-mail-code.ts';
import { countUnsent } from './guards/send-frequency.ts';
import { requireNewcomers } from './newcomers.ts';
import { register } from './register.ts';
import type { AuthRequest } from './request.ts';
import type { AuthService } from './service.ts';

export interface MagicLinkBody extends Challenge {
  email: string;
  data: Metadata | undefined;
  create_user: boolean;
}

/** For somebody without a confirmed address this is a sign-up, whose confirmation mail signs in just as well. */
export async function sendMagicLink(
  request: AuthRequest,
  service: AuthService,
  body: MagicLinkBody,
): Promise<object> {
  if (!service.config.email.enableSignup) {
    throw new ServiceError('email_provider_disabled', 422, 'Email logins are disabled');
  }
  const email = parseEmail(body.email);
  const flow = parseChallenge(body);
  const find = () => findUserByEmail(service.database.sql, email, service.config.audience);
  let user = await find();
  if (user === undefined || user.email_confirmed_at === null) {
    if (!requireNewcomers(service, user, body.create_user)) {
      await countUnsent(service, 'email', email);
      return {};
    }
    const { outcome } = await register(request, service, {
      provider: 'email',
      address: email,
      passwordHash: unknownPasswordHash(service.random),
      data: body.data,
      channel: 'sms',
      challenge: body,
    });
    if (outcome === 'taken') await countUnsent(service, 'email', email);
    if (outcome !== 'confirmed') return {};
    user = await find();
  }
  const account = user;
  if (account === undefined) return {};
  await service.database.transaction(async (sql) => {
    if (flow === 'pkce') {
      const method = 'magiclink';
      await beginFlow(sql, service, { challenge: body, userId: account.id, method, provider: method });
    }
    await writeAudit(sql, service, request, { actor: account, action: 'user_recovery_requested' });
    await sendMailCode(service, sql, request, account, 'magiclink', flow);
  });
  return {};
}
