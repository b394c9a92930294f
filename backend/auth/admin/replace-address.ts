import type { TransactionSql } from '../../../database/database.ts';
import { findAnyUserWithEmail, findUserByOwnPhone } from '../accounts/find-user.ts';
import { refreshProviders, upsertAddressIdentity } from '../accounts/identities.ts';
import { deleteAllTokens } from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { AuthService } from '../service/service.ts';
import { emailExists, phoneExists } from './account-conflict.ts';

/** Gives an account another e-mail address and updates its identity. A pending change is void. */
export async function replaceEmail(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  email: string,
): Promise<void> {
  if ((await findAnyUserWithEmail(sql, email, user.id)) !== undefined) throw emailExists();
  await sql`update auth.users set email = ${email}, email_change = '', email_change_confirm_status = 0 where id = ${user.id}`;
  await deleteAllTokens(sql, service, user.id);
  const identity = { email, email_verified: false };
  const { isNew } = await upsertAddressIdentity(sql, service, {
    userId: user.id,
    provider: 'email',
    data: identity,
  });
  if (isNew) await refreshProviders(sql, user.id);
}

export async function replacePhone(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  phone: string,
): Promise<void> {
  if ((await findUserByOwnPhone(sql, phone)) !== undefined) throw phoneExists();
  await sql`update auth.users set phone = ${phone}, phone_change = '' where id = ${user.id}`;
  await deleteAllTokens(sql, service, user.id);
  const identity = { phone, phone_verified: false };
  const { isNew } = await upsertAddressIdentity(sql, service, {
    userId: user.id,
    provider: 'phone',
    data: identity,
  });
  if (isNew) await refreshProviders(sql, user.id);
}
