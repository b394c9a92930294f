import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { type Caller, requireNotAnonymous, requireUser } from '../sessions/require-user.ts';
import type { SessionRow } from '../sessions/session-row.ts';
import type { FactorRow } from './factor-row.ts';

/** A caller whose token belongs to a session. */
export interface FactorOwner extends Caller {
  session: SessionRow;
}

/** A factor and the caller, who owns it. */
export interface OwnedFactor {
  owner: FactorOwner;
  factor: FactorRow;
}

/** Second factors need an account that is not anonymous, and a session that they can raise. */
export async function requireFactorOwner(request: AuthRequest, service: AuthService): Promise<FactorOwner> {
  const caller = await requireUser(request, service);
  requireNotAnonymous(caller);
  if (caller.session === undefined) {
    throw new ServiceError('session_not_found', 403, 'Second factors need a token that belongs to a session');
  }
  return { ...caller, session: caller.session };
}
