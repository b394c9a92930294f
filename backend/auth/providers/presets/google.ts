import { flagAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const issuer = 'https://accounts.google.com';

/** https://developers.google.com/identity/openid-connect/openid-connect */
export const google: ProviderKind = {
  issuer,
  scopes: ['openid', 'email', 'profile'],
  endpoints: () => ({
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
  }),
  readAccount: async ({ readIdToken }) => toGoogleAccount(await readIdToken()),
  idTokens: {
    // Its tokens may omit the scheme.
    issuer: (_settings, claimed) => (claimed === 'accounts.google.com' ? claimed : issuer),
    keysAt: () => 'https://www.googleapis.com/oauth2/v3/certs',
    toAccount: toGoogleAccount,
  },
};

function toGoogleAccount(claims: Record<string, unknown>) {
  const email = textAt(claims, 'email');
  const domain = textAt(claims, 'hd');
  return toAccount({
    issuer,
    subject: textAt(claims, 'sub'),
    emails: [{ email, isVerified: flagAt(claims, 'email_verified'), isPrimary: true }],
    name: textAt(claims, 'name'),
    picture: textAt(claims, 'picture'),
    ...(domain !== '' && { custom: { hd: domain } }),
  });
}
