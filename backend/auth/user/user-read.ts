import { toApplicationView } from '../accounts/application-view.ts';
import { toWireUser } from '../accounts/wire-user.ts';
import { requireSameAudience } from '../service/audience.ts';
import type { Endpoint } from '../service/request.ts';
import { applicationOf } from '../sessions/applications.ts';
import { requireUser } from '../sessions/require-user.ts';

/** GET /user: the caller. An application gets what its scopes allow. */
export const readUser: Endpoint = async (request, service) => {
  const { user, session } = await requireUser(request, service);
  requireSameAudience(request, user);
  const application = applicationOf(session);
  const wire = toWireUser(user);
  return application === undefined ? wire : toApplicationView(wire, application);
};
