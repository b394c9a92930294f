import type { RouteRow } from '../../http/route-table.ts';
import { lazyEndpoint } from '../service/lazy-endpoint.ts';
import type { Endpoint } from '../service/request.ts';

/** Single sign-on with SAML 2.0. */
export const ssoRoutes = [
  ['POST', '/sso', lazyEndpoint(async () => (await import('./begin-sso.ts')).beginSso)],
  ['GET', '/sso/saml/metadata', lazyEndpoint(async () => (await import('./saml-metadata.ts')).samlMetadata)],
  [
    'POST',
    '/sso/saml/acs',
    lazyEndpoint(async () => (await import('./consume-assertion.ts')).consumeAssertion),
  ],
] as const satisfies readonly RouteRow<Endpoint>[];
