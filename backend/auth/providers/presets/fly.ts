import { listAt, memberAt, recordAt, textAt } from '../json-members.ts';
import type { ProviderKind } from '../provider.ts';
import { toAccount } from '../to-account.ts';

const api = 'https://api.fly.io';

/** https://fly.io/docs/reference/extensions_api/#single-sign-on-flow */
export const fly: ProviderKind = {
  scopes: ['read'],
  endpoints: () => ({ authorization: `${api}/oauth/authorize`, token: `${api}/oauth/token` }),
  async readAccount({ read }) {
    const user = await read(`${api}/oauth/token/info`);
    return toAccount({
      issuer: api,
      subject: textAt(user, 'user_id'),
      emails: [{ email: textAt(user, 'email'), isVerified: true, isPrimary: true }],
      name: textAt(user, 'user_name'),
      custom: {
        resource_owner_id: textAt(user, 'resource_owner_id'),
        organizations: listAt(user, 'organizations'),
        application: recordAt(user, 'application'),
        scope: listAt(user, 'scope'),
        created_at: memberAt(user, 'created_at'),
      },
    });
  },
};
