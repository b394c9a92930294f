import { toWireUser } from './accounts/wire-user.ts';
import type { Endpoint } from './request.ts';
import { requireUser } from './sessions/require-user.ts';

/** GET /user: who the caller is. */
export const readUser: Endpoint = async (request, service) =>
  toWireUser((await requireUser(request, service)).user);
