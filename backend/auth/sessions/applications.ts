import { ServiceError } from '../../http/service-error.ts';
import type { AuthRequest } from '../request.ts';
import type { SessionRow } from './session-row.ts';

/** All that an application may do here with the token that somebody gave it: see who they are, and end its own session. */
const allowed = new Set(['GET /user', 'GET /oauth/userinfo', 'POST /oauth/userinfo', 'POST /logout']);

/**
 * A session that was opened for an application is not the person. With its token nobody consents to further applications, changes
 * a password or adds a factor: what was given for reading an address must not become the account.
 */
export function requireOwnSession(request: AuthRequest, session: SessionRow | undefined): void {
  if (session === undefined || session.oauth_client_id === null) return;
  const isOthers = request.path === '/logout' && request.query.get('scope') !== 'local';
  if (allowed.has(`${request.method} ${request.path}`) && !isOthers) return;
  const message = 'An application may not do this with the token it was given. Sign in to do it yourself.';
  throw new ServiceError('no_authorization', 403, message);
}
