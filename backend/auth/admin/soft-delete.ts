import { createHash } from 'node:crypto';
import type { TransactionSql } from '../../../database/database.ts';
import { deleteAllTokens } from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { AuthService } from '../service/service.ts';

/** Keeps the row and its id for tables that refer to them. Addresses become digests, all other data is removed. */
export async function softDelete(sql: TransactionSql, service: AuthService, user: UserRow): Promise<void> {
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
