import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { parseEmail } from '../accounts/addresses.ts';
import { auditStatement } from '../accounts/audit.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { type Challenge, flowStatement, parseChallenge } from '../codes/flow-state.ts';
import { writeMailCode } from '../codes/send-mail-code.ts';
import { inConstantTime } from '../limits/constant-time.ts';
import { findUserWithinLimits } from '../limits/find-user-within-limits.ts';
import { limitFailures } from '../limits/route-limits.ts';
import { countUnsentMessage } from '../limits/send-cooldown.ts';
import { challengeMembers, optionalText } from '../service/body-shapes.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';

const shape = z.object({ email: optionalText, ...challengeMembers });

/** POST /recover: sends a recovery link. The answer is the same for an unknown address. */
export const recover: Endpoint = async (request, service) => {
  await requireCaptcha(request, service);
  const body = await request.body(shape);
  const parse = () => parseRecovery(service, body);
  const email = await limitFailures(
    request,
    service,
    { route: 'recover', account: body.email.toLowerCase() },
    parse,
  );
  await inConstantTime(sendRecovery(request, service, email, body));
  return {};
};

function parseRecovery(service: AuthService, body: z.infer<typeof shape>): string {
  if (!service.config.email.enableSignup)
    throw new ServiceError('email_provider_disabled', 400, 'Email logins are disabled');
  if (body.email === '') throw ServiceError.validationFailed('Password recovery requires an email');
  const email = parseEmail(body.email);
  parseChallenge(body);
  return email;
}

async function sendRecovery(
  request: AuthRequest,
  service: AuthService,
  email: string,
  challenge: Challenge,
): Promise<void> {
  const limits = { route: 'recover', account: 'recover' } as const;
  const user = await findUserWithinLimits(request, service, limits, { kind: 'email', address: email });
  if (user === undefined) return countUnsentMessage(service, 'email', email);
  const flow = parseChallenge(challenge);
  const begun = { challenge, userId: user.id, method: 'recovery', provider: 'recovery' } as const;
  await writeMailCode(request, service, { user, type: 'recovery', flow }, [
    ...(flow === 'pkce' ? [flowStatement(service, begun)] : []),
    auditStatement(request, service, { actor: user, action: 'user_recovery_requested' }),
  ]);
}
