import { flagAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const api = 'https://discord.com/api';

/** https://docs.discord.com/developers/topics/oauth2 */
export const discord: ProviderKind = {
  scopes: ['email', 'identify'],
  endpoints: () => ({
    authorization: `${api}/oauth2/authorize`,
    token: `${api}/oauth2/token`,
  }),
  async readAccount({ read }) {
    const user = await read(`${api}/users/@me`);
    const [id, name, discriminator] = [
      textAt(user, 'id'),
      textAt(user, 'username'),
      textAt(user, 'discriminator'),
    ];
    const isVerified = flagAt(user, 'verified');
    return toAccount({
      issuer: api,
      subject: id,
      emails: [{ email: textAt(user, 'email'), isVerified, isPrimary: true }],
      picture: pictureOf(id, textAt(user, 'avatar'), discriminator),
      name,
      more: { name: `${name}#${discriminator}` },
      custom: { global_name: textAt(user, 'global_name') },
    });
  },
};

/** Animated pictures begin with `a_`. A user without a picture gets one of five by the number behind the name. */
function pictureOf(id: string, avatar: string, discriminator: string): string {
  const pictures = 'https://cdn.discordapp.com';
  if (avatar === '') return `${pictures}/embed/avatars/${(Number(discriminator) || 0) % 5}.png`;
  return `${pictures}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`;
}
