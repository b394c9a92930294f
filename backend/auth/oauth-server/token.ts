import { OAuthError } from '../../http/service-error.ts';
import { limitFailures } from '../limits/route-limits.ts';
import type { AuthRequest, Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { requireClient } from './authenticate-client.ts';
import { mayUseGrant } from './client-row.ts';
import { codeGrant } from './code-grant.ts';
import type { GrantRequest } from './grant.ts';
import { refreshGrant } from './refresh-grant.ts';
import { readTokenParameters } from './token-parameters.ts';

const grants = { authorization_code: codeGrant, refresh_token: refreshGrant };

/** POST /oauth/token: exchanges a code for tokens, or refreshes them. */
export const oauthToken: Endpoint = async (request, service) => {
  const { type, client, parameters } = await limitFailures(request, service, { route: 'oauth_token' }, () =>
    readGrant(request, service),
  );
  return grants[type]({ request, service, client, parameters });
};

interface Grant extends Pick<GrantRequest, 'client' | 'parameters'> {
  type: keyof typeof grants;
}

async function readGrant(request: AuthRequest, service: AuthService): Promise<Grant> {
  const parameters = await readTokenParameters(request);
  const type = parameters('grant_type');
  if (type === '') throw new OAuthError('invalid_request', 'grant_type is required');
  const client = await requireClient(request, service, parameters);
  if (type !== 'authorization_code' && type !== 'refresh_token')
    throw new OAuthError('unsupported_grant_type', `Unsupported grant type: ${type.slice(0, 60)}`);
  if (!mayUseGrant(client, type))
    throw new OAuthError('unauthorized_client', `Client is not allowed to use grant type: ${type}`);
  return { type, client, parameters };
}
