import { flagAt, textAt } from '../json-members.ts';
import type { ExternalAccount, ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const issuer = 'https://www.linkedin.com/oauth';

/** https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export const linkedinOidc: ProviderKind = {
  scopes: ['openid', 'email', 'profile'],
  endpoints: () => ({
    authorization: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
  }),
  readAccount: async ({ readIdToken }) => toLinkedinAccount(await readIdToken()),
  idTokens: {
    issuer: () => issuer,
    keysAt: () => `${issuer}/openid/jwks`,
    toAccount: toLinkedinAccount,
  },
};

function toLinkedinAccount(claims: Record<string, unknown>): ExternalAccount {
  const [given, family] = [textAt(claims, 'given_name'), textAt(claims, 'family_name')];
  const isVerified = flagAt(claims, 'email_verified');
  return toAccount({
    issuer,
    subject: textAt(claims, 'sub'),
    emails: [{ email: textAt(claims, 'email'), isVerified, isPrimary: true }],
    name: `${given} ${family}`.trim(),
    picture: textAt(claims, 'picture'),
    more: { given_name: given, family_name: family, locale: textAt(claims, 'locale') },
  });
}
