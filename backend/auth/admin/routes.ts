import type { RouteRow } from '../../http/route-table.ts';
import type { Endpoint } from '../service/request.ts';
import { createUserAsAdmin } from './create-user.ts';
import { customProviderRoutes } from './custom-providers/routes.ts';
import { deleteFactor } from './delete-factor.ts';
import { deletePasskeyAsAdmin } from './delete-passkey.ts';
import { deleteUser } from './delete-user.ts';
import { generateLink } from './generate-link.ts';
import { inviteUser } from './invite-user.ts';
import { listFactors } from './list-factors.ts';
import { listPasskeysAsAdmin } from './list-passkeys.ts';
import { listUsers } from './list-users.ts';
import { oauthClientRoutes } from './oauth-clients/routes.ts';
import { readAuditLog } from './read-audit-log.ts';
import { readUserAsAdmin } from './read-user.ts';
import { updateFactor } from './update-factor.ts';
import { updateUserAsAdmin } from './update-user.ts';

/** Routes that need the service key. */
export const adminRoutes = [
  ['GET', '/admin/users', listUsers],
  ['POST', '/admin/users', createUserAsAdmin],
  ['GET', '/admin/users/:user', readUserAsAdmin],
  ['PUT', '/admin/users/:user', updateUserAsAdmin],
  ['DELETE', '/admin/users/:user', deleteUser],
  ['GET', '/admin/users/:user/factors', listFactors],
  ['PUT', '/admin/users/:user/factors/:factor', updateFactor],
  ['DELETE', '/admin/users/:user/factors/:factor', deleteFactor],
  ['GET', '/admin/users/:user/passkeys', listPasskeysAsAdmin],
  ['DELETE', '/admin/users/:user/passkeys/:passkey', deletePasskeyAsAdmin],
  ['POST', '/admin/generate_link', generateLink],
  ['POST', '/invite', inviteUser],
  ['GET', '/admin/audit', readAuditLog],
  ...oauthClientRoutes,
  ...customProviderRoutes,
] as const satisfies readonly RouteRow<Endpoint>[];
