import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { type Caller, requireNotAnonymous, requireUser } from '../sessions/require-user.ts';

export function requirePasskeysEnabled(service: AuthService): void {
  if (!service.config.passkeyEnabled) {
    throw new ServiceError('passkey_disabled', 404, 'Passkeys are disabled');
  }
}

/** Passkeys need an account that is not anonymous. */
export async function requirePasskeyOwner(request: AuthRequest, service: AuthService): Promise<Caller> {
  requirePasskeysEnabled(service);
  const caller = await requireUser(request, service);
  requireNotAnonymous(caller);
  return caller;
}

/** Users of an account that an organization manages sign in through the organization only. */
export function requireOwnAccount({ user }: Caller): void {
  if (user.is_sso_user) {
    throw new ServiceError('validation_failed', 422, 'SSO users cannot register passkeys');
  }
}

export function refusedCredential(message: string, cause: unknown): ServiceError {
  return new ServiceError('webauthn_verification_failed', 400, message, { cause });
}
