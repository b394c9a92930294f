import { toWireUser } from '../accounts/wire-user.ts';
import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { requireTargetUser } from './require-target-user.ts';

/** GET /admin/users/:user: one account. */
export const readUserAsAdmin: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  return toWireUser(await requireTargetUser(request, service));
};
