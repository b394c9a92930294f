import type { Endpoint } from '../service/request.ts';
import { listPasskeys, toWirePasskey } from './passkey-row.ts';
import { requirePasskeyOwner } from './require-passkeys.ts';

/** GET /passkeys: lists the caller's passkeys. */
export const showPasskeys: Endpoint = async (request, service) => {
  const { user } = await requirePasskeyOwner(request, service);
  return (await listPasskeys(service.database.sql, user.id)).map(toWirePasskey);
};
