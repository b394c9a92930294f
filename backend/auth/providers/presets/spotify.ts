import { listAt, memberAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const accounts = 'https://accounts.spotify.com';
const api = 'https://api.spotify.com/v1';

/** https://developer.spotify.com/documentation/web-api. Spotify documents that its addresses are not verified. */
export const spotify: ProviderKind = {
  scopes: ['user-read-email'],
  endpoints: () => ({
    authorization: `${accounts}/authorize`,
    token: `${accounts}/api/token`,
    secretIn: 'header',
  }),
  async readAccount({ read }) {
    const user = await read(`${api}/me`);
    const sizeOf = (image: unknown) =>
      Number(memberAt(image, 'height')) * Number(memberAt(image, 'width')) || 0;
    const [largest] = listAt(user, 'images').sort((a, b) => sizeOf(b) - sizeOf(a));
    return toAccount({
      issuer: api,
      subject: textAt(user, 'id'),
      emails: [{ email: textAt(user, 'email'), isVerified: false, isPrimary: true }],
      name: textAt(user, 'display_name'),
      picture: textAt(largest, 'url'),
    });
  },
};
