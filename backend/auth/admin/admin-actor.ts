import type { Claims } from '../../identity/key-ring.ts';
import type { AuditActor } from '../accounts/audit.ts';
import { nilInstanceId } from '../accounts/user-row.ts';
import { isUuid } from '../sessions/require-user.ts';

/** The actor in the audit log for an admin's request: the role of the key, and the account if the token belongs to one. */
export function adminActor(claims: Claims): AuditActor {
  return {
    id: typeof claims.sub === 'string' && isUuid(claims.sub) ? claims.sub : nilInstanceId,
    email: String(claims.role),
    phone: null,
    is_sso_user: false,
    raw_user_meta_data: null,
  };
}
