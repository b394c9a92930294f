import { createHmac } from 'node:crypto';
import { textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const issuer = 'https://www.facebook.com';
const profile = 'https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture';

/**
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow. Unconfirmed addresses are left out. Every
 * request carries a proof that the token was issued to us. ID tokens come from Limited Login on iOS.
 */
export const facebook: ProviderKind = {
  scopes: ['email'],
  endpoints: () => ({
    authorization: 'https://www.facebook.com/dialog/oauth',
    token: 'https://graph.facebook.com/oauth/access_token',
  }),
  async readAccount({ settings, tokens, read }) {
    const proof = createHmac('sha256', settings.secret).update(tokens.accessToken).digest('hex');
    const user = await read(`${profile}&appsecret_proof=${proof}`);
    const alias = textAt(user, 'name');
    return toAccount({
      issuer: profile,
      subject: textAt(user, 'id'),
      emails: [{ email: textAt(user, 'email'), isVerified: true, isPrimary: true }],
      name: `${textAt(user, 'first_name')} ${textAt(user, 'last_name')}`.trim(),
      picture: textAt(user, 'picture', 'data', 'url'),
      more: { nickname: alias, slug: alias },
    });
  },
  idTokens: {
    issuer: () => issuer,
    keysAt: () => 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
    hasNoNonce: true,
    toAccount: (claims) =>
      toAccount({
        issuer,
        subject: textAt(claims, 'sub'),
        emails: [{ email: textAt(claims, 'email'), isVerified: true, isPrimary: true }],
        name: textAt(claims, 'name'),
        picture: textAt(claims, 'picture'),
      }),
  },
};
