import { listAt, memberAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const accounts = 'https://id.twitch.tv';
const api = 'https://api.twitch.tv';

/** https://dev.twitch.tv/docs/authentication/. Only verified addresses are returned, and each request names our client. */
export const twitch: ProviderKind = {
  scopes: ['user:read:email'],
  endpoints: () => ({ authorization: `${accounts}/oauth2/authorize`, token: `${accounts}/oauth2/token` }),
  async readAccount({ settings, read }) {
    const answer = await read(`${api}/helix/users`, { 'Client-Id': settings.clientId });
    const [user] = listAt(answer, 'data');
    const nickname = textAt(user, 'display_name');
    return toAccount({
      issuer: api,
      subject: textAt(user, 'id'),
      emails: [{ email: textAt(user, 'email'), isVerified: true, isPrimary: true }],
      name: textAt(user, 'login'),
      picture: textAt(user, 'profile_image_url'),
      more: { nickname, slug: nickname },
      custom: Object.fromEntries(
        ['broadcaster_type', 'description', 'type', 'offline_image_url', 'view_count'].map((name) => [
          name,
          memberAt(user, name),
        ]),
      ),
    });
  },
};
