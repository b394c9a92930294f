import type { AuthService, Queries } from '../service/service.ts';
import { deleteAllTokens } from './one-time-tokens.ts';

/** Marks the account's email address as verified and voids every other code that was sent to it. */
export async function confirmEmail(sql: Queries, service: AuthService, userId: string): Promise<void> {
  const now = service.clock.now();
  await sql`
    update auth.users set email_confirmed_at = coalesce(email_confirmed_at, ${now}), is_anonymous = false,
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}', updated_at = ${now}
    where id = ${userId}`;
  await deleteAllTokens(sql, service, userId);
}

export async function confirmPhone(sql: Queries, service: AuthService, userId: string): Promise<void> {
  const now = service.clock.now();
  await sql`
    update auth.users set phone_confirmed_at = ${now}, is_anonymous = false, updated_at = ${now} where id = ${userId}`;
  await deleteAllTokens(sql, service, userId);
}

/** Marks the identities that have the account's own address as verified. */
export async function verifyEmailIdentities(
  sql: Queries,
  service: AuthService,
  userId: string,
): Promise<void> {
  await sql`
    update auth.identities i set identity_data = i.identity_data || '{"email_verified": true}',
      updated_at = ${service.clock.now()}
    from auth.users u where u.id = ${userId} and i.user_id = u.id and i.email = lower(u.email)`;
}
