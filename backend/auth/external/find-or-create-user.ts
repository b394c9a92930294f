import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { confirmEmail } from '../accounts/confirm.ts';
import { createUser } from '../accounts/create-user.ts';
import { findAnyUserWithEmail, requireUserById } from '../accounts/find-user.ts';
import { insertIdentity, refreshProviders } from '../accounts/identities.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { mergeMetadata } from '../accounts/metadata.ts';
import { updateProviderData } from '../accounts/provider-identity.ts';
import { removeOtherSignInMethods } from '../accounts/remove-other-sign-in-methods.ts';
import { setAudience } from '../accounts/unverified-sign-up.ts';
import { isBanned, type UserRow } from '../accounts/user-row.ts';
import { sendMailCode } from '../codes/send-mail-code.ts';
import { sendNotification } from '../mail/send-notification.ts';
import type { ExternalAccount } from '../providers/provider.ts';
import type { Call } from '../service/call.ts';
import type { AuthService } from '../service/service.ts';
import { decideLinking, type LinkingDecision, verifiedEmails } from './linking-decision.ts';

export interface ExternalSignIn {
  /** The provider's name in auth.identities. */
  provider: string;
  account: ExternalAccount;
  /** Whether users may sign in without an email address. */
  emailOptional: boolean;
}

/** With a `refusal` the changes are committed, but the user is not signed in. */
export interface FoundOrCreatedUser {
  user: UserRow;
  isNew: boolean;
  refusal?: ServiceError;
}

/**
 * Finds, links or creates the account of a user whom a provider vouches for, and confirms its address if the provider has
 * verified it.
 */
export async function findOrCreateUser(
  call: Call,
  signIn: ExternalSignIn,
  newId: string | undefined,
): Promise<FoundOrCreatedUser> {
  const { sql, service } = call;
  const { provider, account } = signIn;
  const decision = await decideLinking(sql, service, provider, account);
  const { id } = await applyDecision(call, signIn, decision, newId);
  await lockUser(sql, id);
  const user = await requireUserById(sql, id);
  if (isBanned(user, service.clock.now())) throw new ServiceError('user_banned', 403, 'User is banned');
  const isNew = decision.kind === 'create';
  const mayLackEmail = signIn.emailOptional && !user.email;
  if (user.email_confirmed_at !== null || mayLackEmail) {
    await writeAudit(call, { actor: user, action: 'login', traits: { provider } });
    return { user, isNew };
  }
  const email = await setProviderEmail(sql, service, user, account);
  if (email !== '' && verifiedEmails(service, account).includes(email)) {
    // The visitor who created this account never verified its address: no sign-in method from that visitor may remain.
    if (!isNew) {
      const { claims } = account;
      const remaining = { provider, providerId: claims.sub, passwordHash: '', data: claims };
      await removeOtherSignInMethods(sql, service, user.id, remaining);
      await setAudience(sql, service, user.id);
    }
    await writeAudit(call, { actor: user, action: 'user_signedup', traits: { provider } });
    await confirmEmail(sql, service, user.id);
    return { user: await requireUserById(sql, user.id), isNew };
  }
  if (email !== '') await sendMailCode(call, { user, type: 'signup', flow: 'implicit' });
  return { user, isNew, refusal: emailNeedsVerification(provider, email) };
}

async function applyDecision(
  call: Call,
  { provider, account }: ExternalSignIn,
  decision: LinkingDecision,
  newId: string | undefined,
): Promise<{ id: string }> {
  const { sql, service } = call;
  const { claims } = account;
  if (decision.kind === 'known') {
    const { id } = decision.user;
    await updateProviderData(sql, service, id, { provider, providerIds: [claims.sub], data: claims });
    return { id };
  }
  if (decision.replaces !== undefined) await sql`delete from auth.users where id = ${decision.replaces}`;
  if (decision.kind === 'link') {
    const { user } = decision;
    await insertIdentity(sql, service, { userId: user.id, provider, data: claims });
    await mergeMetadata(sql, user.id, 'raw_user_meta_data', claims);
    await refreshProviders(sql, user.id);
    const traits = { provider, provider_id: claims.sub };
    await writeAudit(call, { actor: user, action: 'identity_linked', traits });
    if (user.email && user.email_confirmed_at !== null) {
      const variables = { Provider: provider };
      await sendNotification(call, user, { name: 'identity_linked', to: user.email, variables });
    }
    return user;
  }
  if (!service.config.enableSignup) {
    throw new ServiceError('signup_disabled', 422, 'Signups not allowed for this instance');
  }
  if (newId === undefined && service.hooks.before_user_created !== undefined) {
    // The account with this address was deleted after the check whether a hook must be called.
    throw new ServiceError('conflict', 409, 'The account changed in this moment. Please try again.');
  }
  const { email } = decision;
  return createUser(sql, service, { ...(newId && { id: newId }), provider, email, identity: claims });
}

/** An account without an address gets the verified one, if no other account has it. */
async function setProviderEmail(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  account: ExternalAccount,
): Promise<string> {
  if (user.email) return user.email.toLowerCase();
  const [verified] = verifiedEmails(service, account);
  if (verified === undefined) return '';
  if ((await findAnyUserWithEmail(sql, verified, user.id)) !== undefined) return '';
  await sql`update auth.users set email = ${verified}, updated_at = ${service.clock.now()} where id = ${user.id}`;
  return verified;
}

function emailNeedsVerification(provider: string, email: string): ServiceError {
  const remedy =
    email === ''
      ? `Verify the email with ${provider} in order to sign in`
      : `A confirmation email has been sent to your ${provider} email`;
  const message = `Unverified email with ${provider}. ${remedy}`;
  return new ServiceError('provider_email_needs_verification', 422, message);
}
