import type { Claims } from '../../../identity/key-ring.ts';
import { type AuditAction, writeAudit } from '../../accounts/audit.ts';
import type { ClientRow } from '../../oauth-server/client-row.ts';
import type { Call } from '../../service/call.ts';
import { adminActor } from '../admin-actor.ts';

/** Writes an admin's change of an application to the audit log. */
export function logClientChange(
  call: Call,
  claims: Claims,
  action: Extract<AuditAction, `oauth_client_${string}`>,
  client: ClientRow,
): Promise<void> {
  const traits = { client_id: client.id, client_name: client.client_name ?? '' };
  return writeAudit(call, { actor: adminActor(claims), action, traits });
}
