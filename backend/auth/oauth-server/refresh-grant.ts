import { OAuthError, ServiceError } from '../../http/service-error.ts';
import { limitFailures } from '../limits/route-limits.ts';
import { requireRefreshToken } from '../sessions/find-refresh-token.ts';
import { refreshSession } from '../sessions/refresh-session.ts';
import { parseRefreshToken } from '../sessions/refresh-token.ts';
import { type GrantRequest, toOAuthTokenResponse } from './grant.ts';
import { coversScopes } from './scopes.ts';

/**
 * grant_type=refresh_token: new tokens for an application's session, with the same rules of rotation and reuse as for users. The
 * scope stays as granted: a request for more is refused, and a request for less gets the granted scope.
 */
export async function refreshGrant(grant: GrantRequest): Promise<object> {
  const { request, service, client, parameters } = grant;
  const text = parameters('refresh_token');
  if (text === '')
    throw new OAuthError('invalid_request', 'refresh_token is required for refresh_token grant');
  try {
    const { token, scope } = await limitFailures(request, service, { route: 'oauth_token' }, async () => {
      const given = parseRefreshToken(text);
      const { session } = await requireRefreshToken(service.database.sql, service, given, client.id);
      const granted = session.scopes ?? '';
      if (!coversScopes(granted, parameters('scope')))
        throw new OAuthError('invalid_scope', 'scope is more than what was granted');
      return { token: given, scope: granted };
    });
    const renewal = { application: client.id, limit: 'oauth_token' } as const;
    return toOAuthTokenResponse(client, await refreshSession(request, service, token, renewal), scope);
  } catch (error) {
    // Libraries expect OAuth's one error code for an invalid refresh token.
    if (error instanceof ServiceError && error.status === 400)
      throw new OAuthError('invalid_grant', error.message);
    throw error;
  }
}
