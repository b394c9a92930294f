import { recordAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const api = 'https://api.x.com';
const fields = 'id,name,username,confirmed_email,profile_image_url,url,created_at';

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code. X requires PKCE. */
export const x: ProviderKind = {
  scopes: ['users.email', 'tweet.read', 'users.read', 'offline.access'],
  usesPkce: true,
  endpoints: () => ({
    authorization: 'https://x.com/i/oauth2/authorize',
    token: `${api}/2/oauth2/token`,
    secretIn: 'header',
  }),
  async readAccount({ read }) {
    const user = recordAt(await read(`${api}/2/users/me?user.fields=${fields}`), 'data');
    const username = textAt(user, 'username');
    return toAccount({
      issuer: api,
      subject: textAt(user, 'id'),
      emails: [{ email: textAt(user, 'confirmed_email'), isVerified: true, isPrimary: true }],
      name: textAt(user, 'name'),
      picture: textAt(user, 'profile_image_url'),
      more: {
        preferred_username: username,
        user_name: username,
        profile: `https://x.com/${encodeURIComponent(username)}`,
        website: textAt(user, 'url'),
      },
      custom: { created_at: textAt(user, 'created_at') },
    });
  },
};
