import type { Metadata } from '../../accounts/user-row.ts';
import { memberAt, textAt } from '../json-members.ts';
import type { ExternalAccount, ProviderKind, ProviderSettings } from '../provider.ts';
import { toAccount } from '../to-account.ts';

/**
 * Any organization and Microsoft's own accounts. `url` restricts it to one tenant: `https://login.microsoftonline.com/<tenant>`.
 */
const anyTenantUrl = 'https://login.microsoftonline.com/common';
const tenantIssuer =
  /^https:\/\/login\.microsoftonline\.com\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/;
const customerIssuer = /^https:\/\/[a-z0-9-]+\.ciamlogin\.com\/[0-9a-z.-]+\/v2\.0$/;
const microsoftTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
const sharedAuthorities = /\/(common|organizations|consumers)$/;

/** https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc */
export const azure: ProviderKind = {
  scopes: ['openid'],
  endpoints: ({ url }) => ({
    authorization: `${url || anyTenantUrl}/oauth2/v2.0/authorize`,
    token: `${url || anyTenantUrl}/oauth2/v2.0/token`,
  }),
  readAccount: async ({ readIdToken, settings }) => toAzureAccount(await readIdToken(), settings),
  idTokens: {
    issuer: expectedIssuer,
    keysAt: (issuer) => `${issuer.slice(0, -'/v2.0'.length)}/discovery/v2.0/keys`,
    toAccount: toAzureAccount,
  },
};

/** With a tenant in the settings only its tokens are accepted; otherwise those of any tenant. */
function expectedIssuer({ url }: ProviderSettings, claimed: string): string | undefined {
  const wanted = `${url}/v2.0`;
  if (isOneTenant(url)) {
    const isKnown = tenantIssuer.test(wanted) || customerIssuer.test(wanted);
    return isKnown && claimed === wanted ? claimed : undefined;
  }
  return tenantIssuer.test(claimed) ? claimed : undefined;
}

function isOneTenant(url: string): boolean {
  return url !== '' && !sharedAuthorities.test(url);
}

function toAzureAccount(claims: Metadata, settings: ProviderSettings): ExternalAccount {
  const email = textAt(claims, 'email');
  const custom = Object.fromEntries(Object.entries(claims).filter(([name]) => !protocolClaims.has(name)));
  return toAccount({
    issuer: textAt(claims, 'iss'),
    subject: textAt(claims, 'sub'),
    emails: [{ email, isVerified: isEmailVerified(claims, settings), isPrimary: true }],
    more: { preferred_username: textAt(claims, 'preferred_username') },
    name: textAt(claims, 'name'),
    custom,
  });
}

/**
 * The admin of any organization can write any address into its accounts. `xms_edov` (an optional claim that the owner adds to the
 * app) says whether the owner of the address's domain verified it. Without it, an address counts as verified where the app is for
 * one tenant only, and for Microsoft's own accounts, whose addresses Microsoft has verified.
 */
function isEmailVerified(claims: Metadata, { url }: ProviderSettings): boolean {
  const verified = memberAt(claims, 'xms_edov');
  if (verified === undefined) return isOneTenant(url) || textAt(claims, 'tid') === microsoftTenant;
  return [true, 1, '1', 'true'].some((value) => value === verified);
}

const protocolClaims = new Set([
  'aud',
  'iss',
  'iat',
  'nbf',
  'exp',
  'c_hash',
  'at_hash',
  'aio',
  'nonce',
  'rh',
  'uti',
  'jti',
  'ver',
  'sub',
  'name',
  'preferred_username',
]);
