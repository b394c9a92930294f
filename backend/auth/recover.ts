import { z } from 'zod';
import { ServiceError } from '../http/service-error.ts';
import { parseEmail } from './accounts/addresses.ts';
import { findUserByEmail } from './accounts/find-user.ts';
import { writeAudit } from './audit.ts';
import { challengeMembers, optionalText } from './body-shapes.ts';
import { beginFlow, type Challenge, parseChallenge } from './codes/flow-state.ts';
import { sendMailCode } from './codes/send-mail-code.ts';
import { requireCaptcha } from './guards/captcha.ts';
import { inEvenTime } from './guards/even-time.ts';
import { limitRoute } from './guards/rate-limits.ts';
import { countUnsent } from './guards/send-frequency.ts';
import type { AuthRequest, Endpoint } from './request.ts';
import type { AuthService } from './service.ts';

const shape = z.object({ email: optionalText, ...challengeMembers });

/** POST /recover: sends the way back in. The answer is the same for an address that nobody has. */
export const recover: Endpoint = async (request, service) => {
  await requireCaptcha(request, service);
  const body = await request.body(shape);
  await limitRoute(service, request, 'recover', body.email.toLowerCase());
  if (!service.config.email.enableSignup) {
    throw new ServiceError('email_provider_disabled', 400, 'Email logins are disabled');
  }
  if (body.email === '')
    throw new ServiceError('validation_failed', 400, 'Password recovery requires an email');
  const email = parseEmail(body.email);
  parseChallenge(body);
  await inEvenTime(sendRecovery(request, service, email, body));
  return {};
};

async function sendRecovery(
  request: AuthRequest,
  service: AuthService,
  email: string,
  challenge: Challenge,
): Promise<void> {
  const user = await findUserByEmail(service.database.sql, email, service.config.audience);
  if (user === undefined) return countUnsent(service, 'email', email);
  const flow = parseChallenge(challenge);
  await service.database.transaction(async (sql) => {
    if (flow === 'pkce') {
      await beginFlow(sql, service, { challenge, userId: user.id, method: 'recovery', provider: 'recovery' });
    }
    await writeAudit(sql, service, request, { actor: user, action: 'user_recovery_requested' });
    await sendMailCode(service, sql, request, user, 'recovery', flow);
  });
}
