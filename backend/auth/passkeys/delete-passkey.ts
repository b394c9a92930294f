import { writeAudit } from '../accounts/audit.ts';
import type { Endpoint } from '../service/request.ts';
import { removePasskey } from './passkey-row.ts';
import { requirePasskeyOwner } from './require-passkeys.ts';

/** DELETE /passkeys/:passkey: removes a passkey of the caller. */
export const deletePasskey: Endpoint = async (request, service) => {
  const caller = await requirePasskeyOwner(request, service);
  const { user } = caller;
  const id = request.params.passkey ?? '';
  await service.database.transaction(async (sql) => {
    await removePasskey(sql, user.id, id);
    const traits = { passkey_id: id };
    await writeAudit({ sql, service, request }, { actor: user, action: 'passkey_deleted', traits });
  });
  return new Response(null, { status: 204 });
};
