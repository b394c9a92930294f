import { findUserWhenAllowed } from '../accounts/find-user.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { TakeTokens } from '../service/ports.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { limitRouteWithin, type RouteLimit } from './route-limits.ts';

/** Counts a call for its IP address and for the account that it names, whether that exists or not, and looks the account up. */
export async function findUserWithinLimits(
  request: AuthRequest,
  service: AuthService,
  routes: { route: RouteLimit; account: RouteLimit },
  wanted: { kind: 'email' | 'phone'; address: string },
): Promise<UserRow | undefined> {
  const by = { ...wanted, audience: service.config.audience };
  let user: UserRow | undefined;
  const lookUp: TakeTokens = async (tokens, at) => {
    const answer = await findUserWhenAllowed(service.database, by, tokens, at);
    user = answer.user;
    return answer.empty;
  };
  const account = { route: routes.account, name: wanted.address.toLowerCase() };
  await limitRouteWithin(request, service, { route: routes.route, account }, lookUp);
  return user;
}
