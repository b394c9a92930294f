import { flagAt, idAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

/**
 * https://docs.github.com/apps/oauth-apps. The address in the profile is the public one, and may be empty: the list of all
 * addresses says which is the primary one and which are verified. `url` is a GitHub Enterprise server.
 */
export const github: ProviderKind = {
  scopes: ['user:email'],
  endpoints: ({ url }) => ({
    authorization: `${url || 'https://github.com'}/login/oauth/authorize`,
    token: `${url || 'https://github.com'}/login/oauth/access_token`,
  }),
  async readAccount({ settings: { url }, read }) {
    const api = url === '' ? 'https://api.github.com' : `${url}/api/v3`;
    const user = await read(`${api}/user`);
    const emails = await read(`${api}/user/emails`);
    const login = textAt(user, 'login');
    return toAccount({
      issuer: api,
      subject: idAt(user, 'id'),
      emails: (Array.isArray(emails) ? emails : []).map((entry) => ({
        email: textAt(entry, 'email'),
        isVerified: flagAt(entry, 'verified'),
        isPrimary: flagAt(entry, 'primary'),
      })),
      name: textAt(user, 'name'),
      picture: textAt(user, 'avatar_url'),
      more: { preferred_username: login, user_name: login },
    });
  },
};
