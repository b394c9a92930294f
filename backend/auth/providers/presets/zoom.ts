import { memberAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const api = 'https://api.zoom.us/v2';

/** https://developers.zoom.us/docs/integrations/oauth/ */
export const zoom: ProviderKind = {
  scopes: [],
  endpoints: () => ({
    authorization: 'https://zoom.us/oauth/authorize',
    token: 'https://zoom.us/oauth/token',
    secretIn: 'header',
  }),
  async readAccount({ read }) {
    const user = await read(`${api}/users/me`);
    return toAccount({
      issuer: api,
      subject: textAt(user, 'id'),
      // 1: the user followed the link in Zoom's own mail.
      emails: [
        { email: textAt(user, 'email'), isVerified: memberAt(user, 'verified') === 1, isPrimary: true },
      ],
      name: `${textAt(user, 'first_name')} ${textAt(user, 'last_name')}`.trim(),
      picture: textAt(user, 'pic_url'),
    });
  },
};
