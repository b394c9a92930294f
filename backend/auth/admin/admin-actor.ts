import type { Claims } from '../../identity/key-ring.ts';
import { nilInstanceId } from '../accounts/user-row.ts';
import type { AuditActor } from '../audit.ts';
import { isUuid } from '../sessions/require-user.ts';

/** Whom the audit log names for what an admin does: the role of the key, and the account where the token is of one. */
export function adminActor(claims: Claims): AuditActor {
  return {
    id: typeof claims.sub === 'string' && isUuid(claims.sub) ? claims.sub : nilInstanceId,
    email: String(claims.role),
    phone: null,
    is_sso_user: false,
    raw_user_meta_data: null,
  };
}
