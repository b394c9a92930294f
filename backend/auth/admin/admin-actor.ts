import type { Claims } from '../../identity/key-ring.ts';
import { noInstance } from '../accounts/user-row.ts';
import type { AuditActor } from '../audit.ts';

/** Whom the audit log names for what an admin does: nobody's account, but the role of the key. */
export function adminActor(claims: Claims): AuditActor {
  return {
    id: noInstance,
    email: String(claims.role),
    phone: null,
    is_sso_user: false,
    raw_user_meta_data: null,
  };
}
