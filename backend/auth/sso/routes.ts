import type { RouteRow } from '../../http/route-table.ts';
import { loadLater } from '../load-later.ts';
import type { Endpoint } from '../request.ts';

/** Single sign-on with SAML 2.0. */
export const ssoRoutes = [
  ['POST', '/sso', loadLater(async () => (await import('./begin-sso.ts')).beginSso)],
  ['GET', '/sso/saml/metadata', loadLater(async () => (await import('./saml-metadata.ts')).samlMetadata)],
  ['POST', '/sso/saml/acs', loadLater(async () => (await import('./consume-assertion.ts')).consumeAssertion)],
] as const satisfies readonly RouteRow<Endpoint>[];
