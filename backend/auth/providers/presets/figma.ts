import { textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const api = 'https://api.figma.com';

/** https://developers.figma.com/docs/rest-api/authentication/. Figma accounts have verified addresses. */
export const figma: ProviderKind = {
  scopes: ['current_user:read'],
  endpoints: () => ({
    authorization: 'https://www.figma.com/oauth',
    token: `${api}/v1/oauth/token`,
    secretIn: 'header',
  }),
  async readAccount({ read }) {
    const user = await read(`${api}/v1/me`);
    return toAccount({
      issuer: api,
      subject: textAt(user, 'id'),
      emails: [{ email: textAt(user, 'email'), isVerified: true, isPrimary: true }],
      name: textAt(user, 'handle'),
      picture: textAt(user, 'img_url'),
    });
  },
};
