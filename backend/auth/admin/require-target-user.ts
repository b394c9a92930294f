import { ServiceError } from '../../http/service-error.ts';
import { findUserById } from '../accounts/find-user.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { isUuid } from '../sessions/require-user.ts';

/** The account that the path of an admin's request names. */
export async function requireTargetUser(request: AuthRequest, service: AuthService): Promise<UserRow> {
  const id = request.params.user ?? '';
  if (!isUuid(id)) throw new ServiceError('validation_failed', 404, 'user_id must be an UUID');
  const user = await findUserById(service.database.sql, id);
  if (user === undefined) throw new ServiceError('user_not_found', 404, 'User not found');
  return user;
}
