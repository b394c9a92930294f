import { auditStatement } from '../accounts/audit.ts';
import { findUserByEmail } from '../accounts/find-user.ts';
import type { Metadata } from '../accounts/user-row.ts';
import { type Challenge, flowStatement, parseChallenge } from '../codes/flow-state.ts';
import { writeMailCode } from '../codes/send-mail-code.ts';
import { findUserWithinLimits } from '../limits/find-user-within-limits.ts';
import { countUnsentMessage } from '../limits/send-cooldown.ts';
import { randomPasswordHash } from '../passwords/random-password-hash.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { register } from './register.ts';
import { checkSignUpAllowed } from './sign-up-allowed.ts';

export interface MagicLinkBody extends Challenge {
  data: Metadata | undefined;
  create_user: boolean;
}

/** Sends a sign-in link. For a user without a confirmed address this is a sign-up, whose confirmation mail signs in as well. */
export async function sendMagicLink(
  request: AuthRequest,
  service: AuthService,
  email: string,
  body: MagicLinkBody,
): Promise<object> {
  const limits = { route: 'otp', account: 'otp' } as const;
  let user = await findUserWithinLimits(request, service, limits, { kind: 'email', address: email });
  if (user === undefined || user.email_confirmed_at === null) {
    if (!checkSignUpAllowed(service, user, body.create_user)) {
      await countUnsentMessage(service, 'email', email);
      return {};
    }
    const { outcome } = await register(request, service, {
      provider: 'email',
      address: email,
      passwordHash: randomPasswordHash(service.random),
      data: body.data,
      channel: 'sms',
      challenge: body,
    });
    if (outcome === 'taken') await countUnsentMessage(service, 'email', email);
    if (outcome !== 'confirmed') return {};
    user = await findUserByEmail(service.database.sql, email, service.config.audience);
  }
  if (user === undefined) return {};
  const flow = parseChallenge(body);
  const begun = { challenge: body, userId: user.id, method: 'magiclink', provider: 'magiclink' } as const;
  await writeMailCode(request, service, { user, type: 'magiclink', flow }, [
    ...(flow === 'pkce' ? [flowStatement(service, begun)] : []),
    auditStatement(request, service, { actor: user, action: 'user_recovery_requested' }),
  ]);
  return {};
}
