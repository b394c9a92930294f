import { recordAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const accounts = 'https://accounts.snapchat.com/accounts/oauth2';
const question = '{me { externalId displayName bitmoji { avatar id } email } }';
const scope = 'https://auth.snapchat.com/oauth2/api/user';

/** https://developers.snap.com/snap-kit/login-kit. Addresses are rarely returned: `email_optional` allows sign-in without one. */
export const snapchat: ProviderKind = {
  scopes: [`${scope}.external_id`, `${scope}.display_name`, `${scope}.bitmoji.avatar`],
  endpoints: () => ({
    authorization: `${accounts}/auth`,
    token: `${accounts}/token`,
    secretIn: 'header',
  }),
  async readAccount({ read }) {
    const address = `https://kit.snapchat.com/v1/me?${new URLSearchParams({ query: question })}`;
    const me = recordAt(await read(address), 'data', 'me');
    return toAccount({
      issuer: `${accounts}/token`,
      subject: textAt(me, 'externalId'),
      emails: [{ email: textAt(me, 'email'), isVerified: true, isPrimary: true }],
      name: textAt(me, 'displayName'),
      picture: textAt(me, 'bitmoji', 'avatar'),
    });
  },
};
