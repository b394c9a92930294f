import { ServiceError } from '../http/service-error.ts';
import type { UserRow } from './accounts/user-row.ts';
import type { AuthService } from './service.ts';

/**
 * Whether a code may be sent to an address without a confirmed account, which makes it a sign-up. Where accounts are hidden, the answer is
 * false: nothing is sent, and the caller is told the same as for a known address. Elsewhere the caller is told the reason.
 */
export function checkSignUpAllowed(
  service: AuthService,
  user: UserRow | undefined,
  mayCreate: boolean,
): boolean {
  const { enableSignup, stricter } = service.config;
  const isCreated = user === undefined;
  if (isCreated && !mayCreate) {
    if (stricter.hideAccounts) return false;
    throw new ServiceError('otp_disabled', 422, 'Signups not allowed for otp');
  }
  return enableSignup || !stricter.hideAccounts;
}
