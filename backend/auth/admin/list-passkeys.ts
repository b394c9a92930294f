import { listPasskeys, toWirePasskey } from '../passkeys/passkey-row.ts';
import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { requireTargetUser } from './require-target-user.ts';

/** GET /admin/users/:user/passkeys: works also while passkeys are disabled, so that an admin can see the remaining ones. */
export const listPasskeysAsAdmin: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  const user = await requireTargetUser(request, service);
  return (await listPasskeys(service.database.sql, user.id)).map(toWirePasskey);
};
