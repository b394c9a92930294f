import { ServiceError } from '../../http/service-error.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { isAllowedRedirect } from '../guards/redirect.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthService } from '../service.ts';
import { requireUser } from '../sessions/require-user.ts';

/** The person who decides. Browsers say which site is asking, and a site that nobody is sent to may not ask in their name. */
export async function requireConsenter(request: AuthRequest, service: AuthService): Promise<UserRow> {
  const origin = request.headers.get('Origin');
  if (origin !== null && !isAllowedRedirect(origin, service)) {
    throw new ServiceError('validation_failed', 400, 'unauthorized request origin');
  }
  return (await requireUser(request, service)).user;
}
