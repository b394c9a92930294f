import { ServiceError } from '../../http/service-error.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { AuthService } from '../service/service.ts';

/**
 * Whether a code may be sent to an address without a confirmed account, which is a sign-up. Where accounts are hidden it returns
 * false: nothing is sent, and the caller gets the same answer as for a known address. Otherwise it throws the reason.
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
