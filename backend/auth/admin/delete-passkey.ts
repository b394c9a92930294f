import { writeAudit } from '../accounts/audit.ts';
import { removePasskey } from '../passkeys/passkey-row.ts';
import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { adminActor } from './admin-actor.ts';
import { requireTargetUser } from './require-target-user.ts';

/** DELETE /admin/users/:user/passkeys/:passkey: removes a passkey, for a user who lost it. */
export const deletePasskeyAsAdmin: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const user = await requireTargetUser(request, service);
  const id = request.params.passkey ?? '';
  await service.database.transaction(async (sql) => {
    await removePasskey(sql, user.id, id);
    const traits = { user_id: user.id, passkey_id: id };
    const call = { sql, service, request };
    await writeAudit(call, { actor: adminActor(claims), action: 'passkey_deleted', traits });
  });
  return new Response(null, { status: 204 });
};
