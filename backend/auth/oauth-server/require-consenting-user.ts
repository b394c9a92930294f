import { ServiceError } from '../../http/service-error.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { isAllowedRedirect } from '../redirects/redirect.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { requireUser } from '../sessions/require-user.ts';

/**
 * The user who decides. The Origin header names the requesting site, and only a site that is an allowed redirect target may ask
 * on the user's behalf.
 */
export async function requireConsentingUser(request: AuthRequest, service: AuthService): Promise<UserRow> {
  const origin = request.headers.get('Origin');
  if (origin !== null && !isAllowedRedirect(origin, service)) {
    throw ServiceError.validationFailed('unauthorized request origin');
  }
  return (await requireUser(request, service)).user;
}
