import { ServiceError } from '../../http/service-error.ts';
import { hasVerifiedFactor, type UserRow } from '../accounts/user-row.ts';
import type { AuthRequest } from '../service/request.ts';
import { assuranceOf } from './authentication-methods.ts';
import type { SessionRow } from './session-row.ts';

interface Caller {
  user: UserRow;
  session: SessionRow | undefined;
}

/**
 * Whether the user has a second factor that this session has not verified: it may belong to a thief who knows the password only.
 */
export function lacksSecondFactor({ user, session }: Caller): boolean {
  return hasVerifiedFactor(user) && assuranceOf(session?.amr ?? []) === 'aal1';
}

/** Clients read the user to find the enrolled factors. `/logout` ends the session itself and nothing else. */
const allowedRoutes = new Set(['GET /user', 'GET /oauth/userinfo', 'POST /oauth/userinfo', 'POST /logout']);

/**
 * Until the second factor is verified, a session can be completed or ended, and nothing else: a route that is not named here
 * needs aal2. Routes below `/factors` complete the session, and check themselves who may add or remove a factor.
 */
export function requireSecondFactor({ method, path }: AuthRequest, caller: Caller): void {
  if (!lacksSecondFactor(caller)) return;
  if (allowedRoutes.has(`${method} ${path}`) || /^\/factors(\/|$)/.test(path)) return;
  // Read by clients of the reference server: for PUT /user, this status and this sentence.
  if (path === '/user') {
    const message = 'AAL2 session is required to update email or password when MFA is enabled.';
    throw new ServiceError('insufficient_aal', 401, message);
  }
  const message = 'AAL2 session is required for this when MFA is enabled.';
  throw new ServiceError('insufficient_aal', 403, message);
}
