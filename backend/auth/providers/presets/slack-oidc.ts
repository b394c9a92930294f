import { flagAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const api = 'https://slack.com/api';

/** https://docs.slack.dev/authentication/sign-in-with-slack/. A user's id is unique within a team. */
export const slackOidc: ProviderKind = {
  scopes: ['profile', 'email', 'openid'],
  endpoints: () => ({
    authorization: 'https://slack.com/openid/connect/authorize',
    token: `${api}/openid.connect.token`,
  }),
  async readAccount({ read }) {
    const user = await read(`${api}/openid.connect.userInfo`);
    const isVerified = flagAt(user, 'email_verified');
    return toAccount({
      issuer: api,
      subject: textAt(user, 'https://slack.com/user_id'),
      emails: [{ email: textAt(user, 'email'), isVerified, isPrimary: true }],
      name: textAt(user, 'name'),
      picture: textAt(user, 'picture'),
      custom: { 'https://slack.com/team_id': textAt(user, 'https://slack.com/team_id') },
    });
  },
};
