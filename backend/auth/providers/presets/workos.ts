import { recordAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const api = 'https://api.workos.com';

/** https://workos.com/docs/reference/sso. The profile comes with the token. `connection`, `organization` or `workos_provider` says where to sign in. */
export const workos: ProviderKind = {
  scopes: [],
  endpoints: () => ({ authorization: `${api}/sso/authorize`, token: `${api}/sso/token` }),
  async readAccount({ tokens }) {
    const profile = recordAt(tokens.answer, 'profile');
    return toAccount({
      issuer: api,
      subject: textAt(profile, 'id'),
      emails: [{ email: textAt(profile, 'email'), isVerified: true, isPrimary: true }],
      name: `${textAt(profile, 'first_name')} ${textAt(profile, 'last_name')}`.trim(),
      custom: {
        connection_id: textAt(profile, 'connection_id'),
        organization_id: textAt(profile, 'organization_id'),
      },
    });
  },
};
