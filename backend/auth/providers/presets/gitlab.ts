import { idAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

/**
 * https://docs.gitlab.com/api/oauth2/. `url` is a self-hosted GitLab server. An account with a confirmation date has a verified
 * address.
 */
export const gitlab: ProviderKind = {
  scopes: ['read_user'],
  endpoints: ({ url }) => ({
    authorization: `${url || 'https://gitlab.com'}/oauth/authorize`,
    token: `${url || 'https://gitlab.com'}/oauth/token`,
  }),
  async readAccount({ settings: { url }, read }) {
    const host = url || 'https://gitlab.com';
    const user = await read(`${host}/api/v4/user`);
    const isVerified = textAt(user, 'confirmed_at') !== '';
    return toAccount({
      issuer: host,
      subject: idAt(user, 'id'),
      emails: [{ email: textAt(user, 'email'), isVerified, isPrimary: true }],
      name: textAt(user, 'name'),
      picture: textAt(user, 'avatar_url'),
    });
  },
};
