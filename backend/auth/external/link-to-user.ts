import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { confirmEmail } from '../accounts/confirm.ts';
import { findAnyUserWithEmail, findUserById, requireUserById } from '../accounts/find-user.ts';
import { insertIdentity, refreshProviders } from '../accounts/identities.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { isBanned, type UserRow } from '../accounts/user-row.ts';
import { sendMailCode } from '../codes/send-mail-code.ts';
import { sendNotification } from '../mail/send-notification.ts';
import { primaryEmail } from '../providers/to-account.ts';
import type { Call } from '../service/call.ts';
import type { AuthService } from '../service/service.ts';
import type { ExternalSignIn, FoundOrCreatedUser } from './find-or-create-user.ts';
import { decideLinking } from './linking-decision.ts';

/** Links a provider identity to the account of a signed-in user who asked for it. */
export async function linkToUser(
  call: Call,
  signIn: ExternalSignIn,
  userId: string,
): Promise<FoundOrCreatedUser> {
  const { sql, service } = call;
  const { provider, account } = signIn;
  const before = await requireTarget(sql, service, userId);
  await requireUnlinked(sql, service, signIn, userId);
  const { claims } = account;
  await insertIdentity(sql, service, { userId, provider, data: claims });
  const traits = { provider, provider_id: claims.sub };
  await writeAudit(call, { actor: before, action: 'identity_linked', traits });
  await refreshProviders(sql, userId);
  const refusal = before.email ? undefined : await setProviderEmail(call, signIn, userId);
  const user = await requireUserById(sql, userId);
  if (user.email && user.email_confirmed_at !== null) {
    const variables = { Provider: provider };
    await sendNotification(call, user, { name: 'identity_linked', to: user.email, variables });
  }
  return { user, isNew: false, ...(refusal !== undefined && { refusal }) };
}

async function requireTarget(sql: TransactionSql, service: AuthService, userId: string): Promise<UserRow> {
  const user = await findUserById(sql, userId);
  if (user === undefined || user.deleted_at !== null)
    throw new ServiceError('user_not_found', 422, 'Linking target user not found');
  await lockUser(sql, userId);
  if (isBanned(user, service.clock.now())) throw new ServiceError('user_banned', 403, 'User is banned');
  return requireUserById(sql, userId);
}

/** An identity belongs to one account. An unused account that has it is deleted. */
async function requireUnlinked(
  sql: TransactionSql,
  service: AuthService,
  { provider, account }: ExternalSignIn,
  userId: string,
): Promise<void> {
  const decision = await decideLinking(sql, service, provider, account).catch((error: unknown) => {
    // Other accounts with the address do not matter here: the user asked for this link.
    if (error instanceof ServiceError && error.code === 'conflict') return undefined;
    throw error;
  });
  if (decision?.kind === 'known') {
    const whose = decision.user.id === userId ? '' : ' to another user';
    throw new ServiceError('identity_already_exists', 422, `Identity is already linked${whose}`);
  }
  if (decision?.replaces !== undefined) await sql`delete from auth.users where id = ${decision.replaces}`;
}

/** An account without an address gets the provider's. Once that is verified, an anonymous account becomes permanent. */
async function setProviderEmail(
  call: Call,
  { provider, account, emailOptional }: ExternalSignIn,
  userId: string,
): Promise<ServiceError | undefined> {
  const { sql, service } = call;
  const primary = primaryEmail(account.emails);
  if (primary === undefined) {
    // Only where an address is optional: the new identity is enough to sign in.
    if (emailOptional) await sql`update auth.users set is_anonymous = false where id = ${userId}`;
    return undefined;
  }
  const { email, isVerified } = primary;
  if ((await findAnyUserWithEmail(sql, email, userId)) !== undefined) {
    const message = 'A user with this email address has already been registered';
    throw new ServiceError('email_exists', 422, message);
  }
  await sql`update auth.users set email = ${email}, updated_at = ${service.clock.now()} where id = ${userId}`;
  if (isVerified) {
    await confirmEmail(sql, service, userId);
    return undefined;
  }
  await sendMailCode(call, { user: await requireUserById(sql, userId), type: 'signup', flow: 'implicit' });
  const message = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`;
  return new ServiceError('email_not_confirmed', 422, message);
}
