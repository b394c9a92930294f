import type { TransactionSql } from '../../../database/database.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { newIdentityData, withoutNulls } from './create-user.ts';
import { insertIdentity, refreshProviders } from './identities.ts';
import { removeOtherSignInMethods } from './remove-other-sign-in-methods.ts';
import type { Metadata, UserRow } from './user-row.ts';

/**
 * An account that a visitor created and whose address is not verified yet. The visitor who typed the address first wrote its
 * content, and need not be the owner of the address.
 */
export async function isUnverifiedSignUp(sql: Queries, user: UserRow): Promise<boolean> {
  const isVerified =
    user.email_confirmed_at !== null || user.phone_confirmed_at !== null || user.last_sign_in_at !== null;
  if (isVerified || user.invited_at !== null || user.is_anonymous) return false;
  const marked = await sql`select from porchlight.admin_made_accounts where user_id = ${user.id}`;
  return marked.length === 0;
}

/** From now on an admin is responsible for the content of the account. */
export async function markCreatedByAdmin(sql: Queries, userId: string): Promise<void> {
  await sql`
    insert into porchlight.admin_made_accounts (user_id) values (${userId}) on conflict do nothing`;
}

/** Resets an unverified account to what a first sign-up with the same address creates. Only its id stays. */
export async function restartSignUp(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  {
    provider,
    passwordHash,
    data,
  }: { provider: 'email' | 'phone'; passwordHash: string; data?: Metadata | undefined },
): Promise<void> {
  const email = provider === 'email' ? (user.email ?? undefined) : undefined;
  const claims = newIdentityData({ id: user.id, email, data });
  // The identity is replaced as well: it repeats what the first visitor wrote.
  const remaining = { provider, providerId: '', passwordHash, data: withoutNulls(claims) };
  await removeOtherSignInMethods(sql, service, user.id, remaining);
  await insertIdentity(sql, service, { userId: user.id, provider, data: claims });
  await refreshProviders(sql, user.id);
}

/** Sets the account's audience to that of this request, instead of the one that the first visitor chose. */
export async function setAudience(sql: Queries, service: AuthService, userId: string): Promise<void> {
  await sql`update auth.users set aud = ${service.config.audience} where id = ${userId}`;
}

/** When an admin invites an address that a visitor signed up with before, removes what the visitor left in the account. */
export async function takeOverSignUp(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  given: { passwordHash: string; data?: Metadata | undefined },
): Promise<void> {
  if (!(await isUnverifiedSignUp(sql, user))) return;
  await restartSignUp(sql, service, user, { provider: 'email', ...given });
  await setAudience(sql, service, user.id);
  await markCreatedByAdmin(sql, user.id);
}
