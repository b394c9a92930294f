import { ServiceError } from '../../http/service-error.ts';
import { hasVerifiedFactor } from '../accounts/user-row.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthService } from '../service.ts';
import { assuranceOf } from '../sessions/authentication-methods.ts';
import { type Caller, requireNotAnonymous, requireUser } from '../sessions/require-user.ts';

export function requirePasskeysEnabled(service: AuthService): void {
  if (!service.config.passkeyEnabled) {
    throw new ServiceError('passkey_disabled', 404, 'Passkeys are disabled');
  }
}

/** Passkeys belong to people with an account. */
export async function requirePasskeyOwner(request: AuthRequest, service: AuthService): Promise<Caller> {
  requirePasskeysEnabled(service);
  const caller = await requireUser(request, service);
  requireNotAnonymous(caller);
  return caller;
}

/** Who has a second factor must have used it before a way into the account is added or taken away. */
export function requireRaisedSession({ user, session }: Caller): void {
  if (!hasVerifiedFactor(user) || assuranceOf(session?.amr ?? []) === 'aal2') return;
  const message = 'AAL2 session is required to manage passkeys when MFA is enabled';
  throw new ServiceError('insufficient_aal', 403, message);
}

/** An account that an organisation manages is entered through the organisation only. */
export function requireOwnAccount({ user }: Caller): void {
  if (user.is_sso_user) {
    throw new ServiceError('validation_failed', 422, 'SSO users cannot register passkeys');
  }
}

export function refusedCredential(message: string, cause: unknown): ServiceError {
  return new ServiceError('webauthn_verification_failed', 400, message, { cause });
}
