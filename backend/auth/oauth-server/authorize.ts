import { insertion } from '../../../database/driver/sql.ts';
import { OAuthError, ServiceError } from '../../http/service-error.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { otherSiteRedirect, redirectResponse } from '../redirects/redirect-response.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { isUuid } from '../sessions/require-user.ts';
import { authorizationResponseUrl, consentPageUrl } from './authorization-response-url.ts';
import { type AuthorizeParameters, parseAuthorizeParameters } from './authorize-parameters.ts';
import { type ClientRow, findClient, redirectUrisOf } from './client-row.ts';

/** How long a user has to sign in and decide. */
const lifetimeSeconds = 600;

/** GET /oauth/authorize: an application redirects a user here, and the user is redirected to the site's consent page. */
export const authorize: Endpoint = async (request, service) => {
  await limitRoute(request, service, 'oauth_authorize');
  let registered: { client: ClientRow; redirectUri: string };
  try {
    registered = await requireRegisteredClient(request, service);
  } catch (error) {
    // A request with an unregistered redirect URI is not redirected; a browser gets the error on the site.
    const isBrowser = request.headers.get('Accept')?.includes('text/html') === true;
    if (!(error instanceof ServiceError) || !isBrowser) throw error;
    return redirectResponse(302, consentPageUrl(service, { error: error.code }));
  }
  const { client, redirectUri } = registered;
  try {
    const parameters = parseAuthorizeParameters(service, request.query);
    const id = await addAuthorization(service, client, redirectUri, parameters);
    return redirectResponse(302, consentPageUrl(service, { authorization_id: id }));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const answer = { error: error.error, error_description: error.message };
    const states = request.query.getAll('state');
    return otherSiteRedirect(
      302,
      authorizationResponseUrl(
        service,
        redirectUri,
        answer,
        states.length === 1 ? (states[0] ?? null) : null,
      ),
    );
  }
};

/** The application and its redirect URI. Only an exact match with a registered one is ever redirected to. */
async function requireRegisteredClient(
  request: AuthRequest,
  service: AuthService,
): Promise<{ client: ClientRow; redirectUri: string }> {
  const clientId = requireOne(request, 'client_id');
  const redirectUri = requireOne(request, 'redirect_uri');
  if (!isUuid(clientId)) throw new ServiceError('oauth_client_not_found', 400, 'invalid client_id format');
  const client = await findClient(service.database.sql, clientId);
  if (client === undefined) throw new ServiceError('oauth_client_not_found', 400, 'invalid client_id');
  if (!redirectUrisOf(client).includes(redirectUri))
    throw ServiceError.validationFailed('invalid redirect_uri');
  return { client, redirectUri };
}

function requireOne(request: AuthRequest, name: string): string {
  const [value = '', ...more] = request.query.getAll(name);
  if (value === '') throw ServiceError.validationFailed(`${name} is required`);
  if (more.length > 0) throw ServiceError.validationFailed(`${name} is there more than once`);
  return value;
}

/** Stores the request. This route needs no session, so the same statement deletes expired requests. */
async function addAuthorization(
  service: AuthService,
  client: ClientRow,
  redirectUri: string,
  parameters: AuthorizeParameters,
): Promise<string> {
  const now = service.clock.now();
  const expires = new Date(now.getTime() + lifetimeSeconds * 1000);
  const id = Buffer.from(service.random.bytes(24)).toString('base64url');
  await service.database.sql`
    with stale as (
      delete from auth.oauth_authorizations where id in (
        select id from auth.oauth_authorizations
        where expires_at < ${now}::timestamptz - interval '1 hour' limit 10 for update skip locked)
    )
    insert into auth.oauth_authorizations ${insertion({
      id: service.random.uuid(),
      authorization_id: id,
      client_id: client.id,
      redirect_uri: redirectUri,
      scope: parameters.scope,
      state: parameters.state || null,
      resource: parameters.resource || null,
      code_challenge: parameters.codeChallenge,
      code_challenge_method: 's256',
      nonce: parameters.nonce || null,
      created_at: now,
      expires_at: expires,
    })}`;
  return id;
}
