import type { TransactionSql } from 'postgres';
import type { AuthService, Queries } from '../service.ts';
import { newIdentityData, withoutNulls } from './create-user.ts';
import { insertIdentity, refreshProviders } from './identities.ts';
import { removeOtherSignInMethods } from './remove-other-sign-in-methods.ts';
import type { Metadata, UserRow } from './user-row.ts';

/**
 * An account that a visitor made and that no proof of an address has opened yet. Whatever stands in it was written by the visitor who
 * typed the address first, who need not be its owner.
 */
export async function isUnverifiedSignUp(sql: Queries, user: UserRow): Promise<boolean> {
  const isProven =
    user.email_confirmed_at !== null || user.phone_confirmed_at !== null || user.last_sign_in_at !== null;
  if (isProven || user.invited_at !== null || user.is_anonymous) return false;
  const marked = await sql`select from porchlight.admin_made_accounts where user_id = ${user.id}`;
  return marked.length === 0;
}

/** What stands in the account from now on is the word of an admin. */
export async function markCreatedByAdmin(sql: Queries, userId: string): Promise<void> {
  await sql`
    insert into porchlight.admin_made_accounts (user_id) values (${userId}) on conflict do nothing`;
}

/** Makes an unproven account what a first sign-up with the same address would make it. Only its id stays. */
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
  // The identity as well: it repeats what the first visitor wrote.
  const kept = { provider, providerId: '', passwordHash, data: withoutNulls(claims) };
  await removeOtherSignInMethods(sql, service, user.id, kept);
  await insertIdentity(sql, service, { userId: user.id, provider, data: claims });
  await refreshProviders(sql, user.id);
}

/** The account is from now on for whom this request is: what stood there was the first visitor's wish. */
export async function setAudience(sql: Queries, service: AuthService, userId: string): Promise<void> {
  await sql`update auth.users set aud = ${service.config.audience} where id = ${userId}`;
}

/** An admin invites an address that a visitor signed up with before: what the visitor left in the account goes. */
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
