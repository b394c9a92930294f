import { flagAt, recordAt, textAt } from '../json-members.ts';
import { fromStandardClaims } from '../oidc-kind.ts';
import type { ProviderKind, ProviderSettings } from '../provider.ts';
import { ProviderFault } from '../provider-fault.ts';
import { toAccount } from '../to-account.ts';

const standard = new Set(['name', 'sub', 'email', 'email_verified']);

/** https://www.keycloak.org/securing-apps/oidc-layers. `url` is the URL of the realm, which is also its issuer. */
export const keycloak: ProviderKind = {
  scopes: ['openid', 'profile', 'email'],
  endpoints: (settings) => ({
    authorization: `${realmOf(settings)}/protocol/openid-connect/auth`,
    token: `${realmOf(settings)}/protocol/openid-connect/token`,
  }),
  async readAccount({ settings, read }) {
    const realm = realmOf(settings);
    const user = recordAt(await read(`${realm}/protocol/openid-connect/userinfo`));
    const isVerified = flagAt(user, 'email_verified');
    return toAccount({
      issuer: realm,
      subject: textAt(user, 'sub'),
      emails: [{ email: textAt(user, 'email'), isVerified, isPrimary: true }],
      name: textAt(user, 'name'),
      custom: Object.fromEntries(Object.entries(user).filter(([name]) => !standard.has(name))),
    });
  },
  idTokens: {
    issuer: ({ url }) => url || undefined,
    toAccount: fromStandardClaims,
  },
};

function realmOf({ url }: ProviderSettings): string {
  if (url === '')
    throw new ProviderFault('auth.external.keycloak needs the address of the realm as its url.');
  return url;
}
