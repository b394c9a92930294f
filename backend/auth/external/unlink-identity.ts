import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { findAnyUserWithEmail, requireUserById } from '../accounts/find-user.ts';
import { refreshProviders } from '../accounts/identities.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { deleteAllTokens } from '../accounts/one-time-tokens.ts';
import type { UserRow, WireIdentity } from '../accounts/user-row.ts';
import { sendNotification } from '../mail/send-notification.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { isUuid, requireUser } from '../sessions/require-user.ts';
import { isAutoconfirmed } from '../sign-up/register.ts';
import { requireManualLinking } from './require-manual-linking.ts';

/** DELETE /user/identities/{id}: unlinks an identity. The last one cannot be removed. */
export const unlinkIdentity: Endpoint = async (request, service) => {
  const caller = await requireUser(request, service);
  requireManualLinking(service);
  const id = request.params.identity ?? '';
  if (!isUuid(id)) throw new ServiceError('validation_failed', 404, 'identity_id must be an UUID');
  await service.database.transaction(async (sql) => {
    const call = { sql, service, request };
    // Locked, so that of two concurrent removals the second sees that it would remove the last identity.
    await lockUser(sql, caller.user.id);
    const user = await requireUserById(sql, caller.user.id);
    const identity = requireIdentity(user, id);
    const { provider } = identity;
    const traits = { identity_id: id, provider, provider_id: identity.id };
    await writeAudit(call, { actor: user, action: 'identity_unlinked', traits });
    await sql`delete from auth.identities where id = ${id} and user_id = ${user.id}`;
    await removeAddress(sql, service, user, provider);
    await refreshProviders(sql, user.id);
    // The notification goes to the address that the account had before.
    if (user.email) {
      const variables = { Provider: provider };
      await sendNotification(call, user, { name: 'identity_unlinked', to: user.email, variables });
    }
  });
  return {};
};

function requireIdentity(user: UserRow, id: string): WireIdentity {
  if (user.identities.length <= 1) {
    const message = 'User must have at least 1 identity after unlinking';
    throw new ServiceError('single_identity_not_deletable', 422, message);
  }
  const identity = user.identities.find(({ identity_id }) => identity_id === id.toLowerCase());
  if (identity === undefined) throw new ServiceError('identity_not_found', 422, "Identity doesn't exist");
  return identity;
}

/** Removes what belonged to the identity: its number, its password, its address. */
async function removeAddress(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  provider: string,
): Promise<void> {
  const now = service.clock.now();
  if (provider === 'phone') {
    await sql`
      update auth.users set phone = null, phone_confirmed_at = null, updated_at = ${now} where id = ${user.id}`;
    await deleteAllTokens(sql, service, user.id);
    return;
  }
  if (provider === 'email')
    await sql`update auth.users set encrypted_password = '', updated_at = ${now} where id = ${user.id}`;
  const { identities } = await requireUserById(sql, user.id);
  if (identities.some(({ email }) => email !== undefined && email === user.email?.toLowerCase())) return;
  const next = await chooseNextEmail(sql, service, user, identities);
  await sql`
    update auth.users set email = ${next.email || null}, updated_at = ${now},
      email_confirmed_at = case when ${next.isEmailVerified} then coalesce(email_confirmed_at, ${now}) end,
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${JSON.stringify({ email_verified: next.isEmailVerified })}::text::jsonb
    where id = ${user.id}`;
  await deleteAllTokens(sql, service, user.id);
}

/** The address of a remaining identity: verified ones first, then the oldest. */
async function chooseNextEmail(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  identities: WireIdentity[],
): Promise<{ email: string; isEmailVerified: boolean }> {
  const ranked = identities
    .filter(({ email }) => email !== undefined)
    .sort((a, b) => Number(isVerified(b)) - Number(isVerified(a)));
  for (const identity of ranked) {
    const email = identity.email ?? '';
    const otherUser = await findAnyUserWithEmail(sql, email, user.id);
    if (otherUser === undefined)
      return { email, isEmailVerified: isVerified(identity) || isAutoconfirmed(service, 'email') };
  }
  if (ranked.length === 0) return { email: '', isEmailVerified: false };
  const message = 'Unable to unlink identity due to email conflict';
  throw new ServiceError('email_conflict_identity_not_deletable', 422, message);
}

function isVerified({ identity_data }: WireIdentity): boolean {
  return identity_data.email_verified === true;
}
