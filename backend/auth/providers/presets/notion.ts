import { recordAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const api = 'https://api.notion.com';

/** https://developers.notion.com/docs/authorization. The token belongs to a bot, and the user is its owner. */
export const notion: ProviderKind = {
  scopes: [],
  parameters: { owner: 'user' },
  endpoints: () => ({
    authorization: `${api}/v1/oauth/authorize`,
    token: `${api}/v1/oauth/token`,
    secretIn: 'header',
  }),
  async readAccount({ read }) {
    const bot = await read(`${api}/v1/users/me`, { 'Notion-Version': '2022-06-28' });
    const user = recordAt(bot, 'bot', 'owner', 'user');
    return toAccount({
      issuer: api,
      subject: textAt(user, 'id'),
      emails: [{ email: textAt(user, 'person', 'email'), isVerified: true, isPrimary: true }],
      name: textAt(user, 'name'),
      picture: textAt(user, 'avatar_url'),
    });
  },
};
