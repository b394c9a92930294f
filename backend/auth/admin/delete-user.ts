import { z } from 'zod';
import { sqlStateOf } from '../../../database/errors.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { optionalFlag } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { adminActor } from './admin-actor.ts';
import { requireTargetUser } from './require-target-user.ts';
import { softDelete } from './soft-delete.ts';

const shape = z.object({ should_soft_delete: optionalFlag(false) });
const foreignKeyViolation = '23503';

/** DELETE /admin/users/:user: deletes an account, or only its personal data. */
export const deleteUser: Endpoint = async (request, service) => {
  const claims = await requireAdmin(request, service);
  const user = await requireTargetUser(request, service);
  const { should_soft_delete: isSoft } = await request.optionalBody(shape);
  await service.database
    .transaction(async (sql) => {
      const traits = { user_id: user.id, user_email: user.email ?? '', user_phone: user.phone ?? '' };
      const call = { sql, service, request };
      await writeAudit(call, { actor: adminActor(claims), action: 'user_deleted', traits });
      await sql`delete from auth.flow_state where user_id = ${user.id}`;
      await sql`delete from auth.oauth_authorizations where user_id = ${user.id}`;
      if (!isSoft) await sql`delete from auth.users where id = ${user.id}`;
      else if (user.deleted_at === null) await softDelete(sql, service, user);
    })
    .catch((error: unknown) => {
      if (sqlStateOf(error) !== foreignKeyViolation) throw error;
      const message =
        'Rows of other tables still refer to this user. Delete them first, or let them cascade.';
      throw new ServiceError('conflict', 409, message, { cause: error });
    });
  return {};
};
