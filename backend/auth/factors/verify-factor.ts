import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import { callFactorHook } from '../hooks/verification-hooks.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import { assuranceOf } from '../sessions/authentication-methods.ts';
import type { Caller } from '../sessions/require-user.ts';
import { acceptCode } from './accept-code.ts';
import { requireChallenge } from './challenges.ts';
import { countFactorAttempt } from './count-factor-attempt.ts';
import { type FactorRow, requireFactor } from './factor-row.ts';
import { isFactorCode } from './phone-code.ts';
import { requireFactorOwner } from './require-factor-owner.ts';
import { findStep } from './totp.ts';
import { requireVerifyEnabled } from './verify-enabled.ts';
import { verifyWebauthn } from './verify-webauthn.ts';
import { requireWebauthnAnswer } from './webauthn-answer.ts';

const shape = z.object({ challenge_id: optionalText, code: optionalText, webauthn: z.unknown().optional() });

/**
 * POST /factors/:factor/verify: a correct code or key raises the session to aal2 and, the first time, marks the factor as
 * verified.
 */
export const verifyFactor: Endpoint = async (request, service) => {
  const caller = await requireFactorOwner(request, service);
  const factor = await requireFactor(service.database.sql, caller.user.id, request.params.factor ?? '');
  await limitRoute(request, service, 'factor_verify', caller.user.id);
  const body = await request.body(shape);
  if (body.code === '' && factor.factor_type !== 'webauthn') {
    throw ServiceError.validationFailed('Code needs to be non-empty');
  }
  requireVerifyEnabled(service, factor.factor_type);
  requireMayAddFactor(caller, factor);
  const answer = factor.factor_type === 'webauthn' ? requireWebauthnAnswer(body.webauthn) : undefined;
  const challenge = await requireChallenge(request, service, factor, body.challenge_id);
  const owned = { owner: caller, factor };
  if (answer !== undefined) return verifyWebauthn(request, service, owned, { challenge, answer });
  // Decrypted before the attempt is counted: a missing encryption key is not a wrong code.
  const secret = service.encryption.decrypt(factor.id, factor.secret ?? '');
  await countFactorAttempt(service, factor, challenge.id);
  const attempt = { userId: caller.user.id, factorId: factor.id, factorType: factor.factor_type };
  if (factor.factor_type === 'phone') {
    const isValid = isFactorCode(challenge.id, challenge.otp_code, body.code);
    await callFactorHook(request, service, { ...attempt, isValid });
    if (!isValid) throw wrongCode('Invalid MFA Phone code entered');
    return acceptCode(request, service, owned, { challengeId: challenge.id });
  }
  const step = findStep(secret.text, body.code, service.clock.now());
  await callFactorHook(request, service, { ...attempt, isValid: step !== undefined });
  if (step === undefined) throw wrongCode('Invalid TOTP code entered');
  return acceptCode(request, service, owned, { challengeId: challenge.id, step, renewed: secret.renewed });
};

/**
 * Beside a verified factor, a new one needs a session at aal2. Otherwise a thief of the password could bypass the second factor
 * with one enrolled before.
 */
function requireMayAddFactor({ user, session }: Caller, factor: FactorRow): void {
  const isProtected = user.factors.some((other) => other.status === 'verified');
  if (factor.status === 'verified' || !isProtected || assuranceOf(session?.amr ?? []) === 'aal2') return;
  throw new ServiceError('insufficient_aal', 403, 'AAL2 required to verify a new factor');
}

function wrongCode(message: string): ServiceError {
  return new ServiceError('mfa_verification_failed', 422, message);
}
