import { flagAt, idAt, recordAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const issuer = 'https://kauth.kakao.com';
const api = 'https://kapi.kakao.com';

/** https://developers.kakao.com/docs/latest/en/kakaologin/rest-api */
export const kakao: ProviderKind = {
  scopes: ['account_email', 'profile_image', 'profile_nickname'],
  endpoints: () => ({ authorization: `${issuer}/oauth/authorize`, token: `${issuer}/oauth/token` }),
  async readAccount({ read }) {
    const user = await read(`${api}/v2/user/me`);
    const account = recordAt(user, 'kakao_account');
    const name = textAt(account, 'profile', 'nickname');
    const isVerified = flagAt(account, 'is_email_verified') && flagAt(account, 'is_email_valid');
    return toAccount({
      issuer: api,
      subject: idAt(user, 'id'),
      emails: [{ email: textAt(account, 'email'), isVerified, isPrimary: true }],
      name,
      picture: textAt(account, 'profile', 'profile_image_url'),
      more: { preferred_username: name, user_name: name },
    });
  },
  idTokens: {
    issuer: () => issuer,
    keysAt: () => `${issuer}/.well-known/jwks.json`,
    toAccount: (claims) =>
      toAccount({
        issuer,
        subject: textAt(claims, 'sub'),
        emails: [{ email: textAt(claims, 'email'), isVerified: true, isPrimary: true }],
        name: textAt(claims, 'nickname'),
        picture: textAt(claims, 'picture'),
        more: { preferred_username: textAt(claims, 'nickname') },
      }),
  },
};
