import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { requireTargetUser } from './require-target-user.ts';

/** GET /admin/users/:user/factors: the second factors of an account. */
export const listFactors: Endpoint = async (request, service) => {
  await requireAdmin(request, service);
  return (await requireTargetUser(request, service)).factors;
};
