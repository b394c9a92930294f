import { OAuthError } from '../../http/service-error.ts';
import { findUserById } from '../accounts/find-user.ts';
import { isBanned, type UserRow } from '../accounts/user-row.ts';
import { isVerifierOf } from '../codes/flow-state.ts';
import { limitRoute } from '../limits/route-limits.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { type GrantRequest, toOAuthTokenResponse } from './grant.ts';
import { createIdToken } from './id-token.ts';
import { parseScopes } from './scopes.ts';

interface Approved {
  id: string;
  user_id: string;
  scope: string;
  nonce: string | null;
}

/** grant_type=authorization_code: exchanges a code, with the verifier that only the client that began the flow has. */
export async function codeGrant({ request, service, client, parameters }: GrantRequest): Promise<object> {
  await limitRoute(request, service, 'oauth_token');
  const code = parameters('code');
  if (code === '') throw new OAuthError('invalid_request', 'code is required for authorization_code grant');
  const approved = await requireApproved(service, client.id, {
    code,
    verifier: parameters('code_verifier'),
    redirectUri: parameters('redirect_uri'),
    resource: parameters('resource'),
  });
  return service.database.transaction(async (sql) => {
    await consumeCode(sql, approved, client.id);
    const user = await requireConsentedUser(sql, service, approved.user_id);
    const traits = { provider_type: 'oauth_provider_authorization_code', client_id: client.id };
    const method = 'oauth_provider/authorization_code';
    const tokens = await issueSession({ sql, service, request }, user, method, {
      audit: { action: 'login', traits },
      application: { clientId: client.id, scopes: approved.scope },
    });
    const answer = toOAuthTokenResponse(client, tokens, approved.scope);
    if (!parseScopes(approved.scope).includes('openid')) return answer;
    const { access_token: accessToken } = tokens;
    const idToken = { user, client, accessToken, scope: approved.scope, nonce: approved.nonce };
    return { ...answer, id_token: createIdToken(service, idToken) };
  });
}

/** The approved request of a code, if it belongs to this application, has not expired, and all parameters match. */
async function requireApproved(
  service: AuthService,
  clientId: string,
  given: { code: string; verifier: string; redirectUri: string; resource: string },
): Promise<Approved> {
  const [found] = await service.database.sql<
    (Approved & { redirect_uri: string; resource: string | null; code_challenge: string; expires_at: Date })[]
  >`
    select id, user_id, scope, nonce, redirect_uri, resource, code_challenge, expires_at
    from auth.oauth_authorizations
    where authorization_code = ${given.code} and status = 'approved' and client_id = ${clientId}
      and user_id is not null and code_challenge is not null and code_challenge_method = 's256'`;
  if (found === undefined) throw invalidCode();
  if (found.expires_at <= service.clock.now())
    throw new OAuthError('invalid_grant', 'Authorization code has expired');
  if (given.redirectUri !== '' && given.redirectUri !== found.redirect_uri)
    throw new OAuthError('invalid_grant', 'Invalid redirect_uri');
  if (given.resource !== '' && given.resource !== found.resource)
    throw new OAuthError('invalid_target', 'resource is not the one that was authorized');
  if (!isVerifierOf(found.code_challenge, given.verifier))
    throw new OAuthError('invalid_grant', 'PKCE verification failed: code_verifier does not match');
  return found;
}

/**
 * Uses the code up: of concurrent requests one succeeds. The consent and the application are locked until the session is written,
 * so that a concurrent revocation finds the session and ends it.
 */
async function consumeCode(sql: Queries, approved: Approved, clientId: string): Promise<void> {
  const consumed = await sql`delete from auth.oauth_authorizations where id = ${approved.id} returning id`;
  const locked = await sql`
    select from auth.oauth_consents o join auth.oauth_clients c on c.id = o.client_id
    where o.user_id = ${approved.user_id} and o.client_id = ${clientId} and o.revoked_at is null
      and c.deleted_at is null
    for share`;
  if (consumed.length === 0 || locked.length === 0) throw invalidCode();
}

async function requireConsentedUser(sql: Queries, service: AuthService, userId: string): Promise<UserRow> {
  const user = await findUserById(sql, userId);
  if (user === undefined || user.deleted_at !== null) throw invalidCode();
  if (isBanned(user, service.clock.now())) throw new OAuthError('access_denied', 'User is banned');
  return user;
}

function invalidCode(): OAuthError {
  return new OAuthError('invalid_grant', 'Invalid authorization code');
}
