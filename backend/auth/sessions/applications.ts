import { ServiceError } from '../../http/service-error.ts';
import { type Application, applicationRefusal, mayApplication } from '../../identity/applications.ts';
import type { AuthRequest } from '../service/request.ts';
import type { SessionRow } from './session-row.ts';

/** The application that a session was opened for; undefined where the user signed in here. */
export function applicationOf(
  session: Pick<SessionRow, 'oauth_client_id' | 'scopes'> | undefined,
): Application | undefined {
  if (session === undefined || session.oauth_client_id === null) return undefined;
  return { id: session.oauth_client_id, scope: session.scopes ?? '' };
}

/** Refuses an application's token, unless the route is one of the few for applications. */
export function requireOwnSession(
  { method, path, query }: AuthRequest,
  token: { application: Application | undefined },
  session: SessionRow | undefined,
): void {
  const application = token.application ?? applicationOf(session);
  if (application === undefined || mayApplication({ service: 'auth', method, path, query })) return;
  throw new ServiceError('no_authorization', 403, applicationRefusal);
}
