import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TransactionSql } from '../../../database/database.ts';
import { sqlStateOf } from '../../../database/errors.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { deleteAllTokens } from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { optionalFlag } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { requireAdmin } from '../sessions/require-user.ts';
import { adminActor } from './admin-actor.ts';
import { requireTargetUser } from './require-target-user.ts';

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

/** Keeps the row and its id for tables that refer to them. Addresses become digests, all other data is removed. */
async function softDelete(sql: TransactionSql, service: AuthService, user: UserRow): Promise<void> {
  const now = service.clock.now();
  const hidden = (value: string | null, length = 43) =>
    value ? digest(user.id, value).slice(0, length) : value;
  await sql`
    update auth.users set email = ${hidden(user.email)}, phone = ${hidden(user.phone, 15)},
      email_change = ${hidden(user.email_change) ?? ''}, phone_change = ${hidden(user.phone_change, 15) ?? ''},
      encrypted_password = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = ${now},
      updated_at = ${now}
    where id = ${user.id}`;
  await deleteAllTokens(sql, service, user.id);
  for (const identity of user.identities) {
    await sql`
      update auth.identities set identity_data = '{}', updated_at = ${now},
        provider_id = ${digest(user.id, `${identity.provider}:${identity.id}`)}
      where id = ${identity.identity_id}`;
  }
  await sql`delete from auth.sessions where user_id = ${user.id}`;
  await sql`delete from auth.mfa_factors where user_id = ${user.id}`;
  await sql`delete from auth.webauthn_credentials where user_id = ${user.id}`;
}

function digest(userId: string, value: string): string {
  return createHash('sha256').update(`${userId}${value}`).digest('base64url');
}
