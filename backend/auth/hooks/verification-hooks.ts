import { z } from 'zod';
import { ServiceError } from '../../http/service-error.ts';
import type { Hook } from '../service/ports.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { hookFailure } from './hook-error.ts';
import { hookMetadata } from './hook-payload.ts';

/** No decision means: continue. A decision that is neither of the two is a fault, and refuses the user. */
const decisionShape = z.object({
  decision: z.enum(['', 'continue', 'reject']).default(''),
  message: z.string().default(''),
  should_logout_user: z.boolean().default(false),
});

/** Calls the hook after a password attempt; it decides whether the user may continue. */
export async function callPasswordHook(
  request: AuthRequest,
  service: AuthService,
  attempt: { userId: string; isValid: boolean },
): Promise<void> {
  const hook = service.hooks.password_verification_attempt;
  if (hook === undefined) return;
  const answer = await callDecisionHook(hook, {
    metadata: hookMetadata(service, 'password_verification_attempt', request.clientAddress),
    user_id: attempt.userId,
    valid: attempt.isValid,
  });
  if (answer.decision !== 'reject') return;
  if (answer.should_logout_user) await endSessions(service, attempt.userId);
  const message = answer.message || 'Further password verification attempts will be rejected.';
  throw new ServiceError('invalid_credentials', 400, message);
}

/** The same for a second factor. A refused user is signed out everywhere. */
export async function callFactorHook(
  request: AuthRequest,
  service: AuthService,
  attempt: { userId: string; factorId: string; factorType: string; isValid: boolean },
): Promise<void> {
  const hook = service.hooks.mfa_verification_attempt;
  if (hook === undefined) return;
  const answer = await callDecisionHook(hook, {
    metadata: hookMetadata(service, 'mfa_verification_attempt', request.clientAddress),
    user_id: attempt.userId,
    factor_id: attempt.factorId,
    factor_type: attempt.factorType,
    valid: attempt.isValid,
  });
  if (answer.decision !== 'reject') return;
  await endSessions(service, attempt.userId);
  const message = answer.message || 'Further MFA verification attempts will be rejected.';
  throw new ServiceError('mfa_verification_rejected', 403, message);
}

async function callDecisionHook(hook: Hook, payload: object): Promise<z.infer<typeof decisionShape>> {
  const answer = decisionShape.safeParse((await hook.call(payload)) ?? {});
  if (answer.success) return answer.data;
  throw hookFailure('invalid', 'The hook’s decision is unknown', answer.error);
}

async function endSessions(service: AuthService, userId: string): Promise<void> {
  await service.database.sql`delete from auth.sessions where user_id = ${userId}`;
}
