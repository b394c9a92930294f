import { flagAt, listAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const api = 'https://api.bitbucket.org/2.0';

/** https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/. Like GitHub, it has a list of addresses. */
export const bitbucket: ProviderKind = {
  scopes: ['account', 'email'],
  endpoints: () => ({
    authorization: 'https://bitbucket.org/site/oauth2/authorize',
    token: 'https://bitbucket.org/site/oauth2/access_token',
    secretIn: 'header',
  }),
  async readAccount({ read }) {
    const user = await read(`${api}/user`);
    const emails = await read(`${api}/user/emails`);
    return toAccount({
      issuer: api,
      subject: textAt(user, 'uuid'),
      emails: listAt(emails, 'values').map((entry) => ({
        email: textAt(entry, 'email'),
        isVerified: flagAt(entry, 'is_confirmed'),
        isPrimary: flagAt(entry, 'is_primary'),
      })),
      name: textAt(user, 'display_name'),
      picture: textAt(user, 'links', 'avatar', 'href'),
    });
  },
};
