import type { DataCaller } from '../../../backend/identity/read-caller.ts';
import type { DatabaseRole } from '../../../backend/identity/roles.ts';

/** A caller as its token would say. */
export function toTestCaller(role: DatabaseRole, claims: Record<string, unknown> = {}): DataCaller {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    role,
    claims: { ...claims, role },
    claimsText: JSON.stringify({ ...claims, role }),
    user: text(claims.sub),
    session: text(claims.session_id),
    assurance: text(claims.aal),
    application: undefined,
    isKey: claims.sub === undefined,
    hasOwnAudience: true,
  };
}
