import type { RouteRow } from '../../http/route-table.ts';
import type { Endpoint } from '../service/request.ts';
import { authorize } from './authorize.ts';
import { consent } from './consent.ts';
import { listGrants } from './list-grants.ts';
import { serverMetadata } from './metadata.ts';
import { readAuthorization } from './read-authorization.ts';
import { registerClient } from './register-client.ts';
import { whenEnabled } from './require-enabled.ts';
import { revokeGrant } from './revoke-grant.ts';
import { oauthToken } from './token.ts';
import { userinfo } from './userinfo.ts';

/** This server as an OAuth 2.1 and OpenID Connect provider for other applications. */
export const oauthServerRoutes = [
  // Also without the OAuth server: services that verify our access tokens find the keys here.
  ['GET', '/.well-known/openid-configuration', serverMetadata],
  ['GET', '/.well-known/oauth-authorization-server', whenEnabled(serverMetadata)],
  ['POST', '/oauth/clients/register', whenEnabled(registerClient)],
  ['GET', '/oauth/authorize', whenEnabled(authorize)],
  ['GET', '/oauth/authorizations/:authorization', whenEnabled(readAuthorization)],
  ['POST', '/oauth/authorizations/:authorization/consent', whenEnabled(consent)],
  ['POST', '/oauth/token', whenEnabled(oauthToken)],
  ['GET', '/oauth/userinfo', whenEnabled(userinfo)],
  ['POST', '/oauth/userinfo', whenEnabled(userinfo)],
  ['GET', '/user/oauth/grants', whenEnabled(listGrants)],
  ['DELETE', '/user/oauth/grants', whenEnabled(revokeGrant)],
] as const satisfies readonly RouteRow<Endpoint>[];
