import type { TransactionSql } from '../../../database/database.ts';
import { confirmEmail, confirmPhone, verifyEmailIdentities } from '../accounts/confirm.ts';
import { requireUserById } from '../accounts/find-user.ts';
import { refreshProviders } from '../accounts/identities.ts';
import { randomPasswordHash } from '../accounts/random-password-hash.ts';
import { isUnverifiedSignUp, restartSignUp } from '../accounts/unverified-sign-up.ts';
import { hasPassword, type UserRow } from '../accounts/user-row.ts';
import { writeAudit } from '../audit.ts';
import { type ConsumedToken, deleteAllTokens } from '../codes/one-time-tokens.ts';
import { endSendCooldown } from '../guards/send-cooldown.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthService } from '../service.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { confirmPhoneChange } from './confirm-phone-change.ts';
import type { VerificationType } from './verification-types.ts';

/** Undefined: the first of two confirmations of a change was accepted, and nothing else happens yet. */
export async function applyVerification(
  service: AuthService,
  sql: TransactionSql,
  request: AuthRequest,
  type: Exclude<VerificationType, 'email'>,
  consumed: ConsumedToken,
): Promise<UserRow | undefined> {
  // Locked until the end, so that the two confirmations of one change are serialised.
  await sql`select id from auth.users where id = ${consumed.userId} for update`;
  const user = await requireUserById(sql, consumed.userId);
  await endSendCooldown(sql, consumed.address);
  switch (type) {
    case 'signup':
    case 'invite':
      await acceptSignUp(service, sql, request, user);
      break;
    case 'magiclink':
    case 'recovery':
      await acceptRecovery(service, sql, request, user);
      break;
    case 'sms':
      await writeAudit(sql, service, request, {
        actor: user,
        action: 'user_signedup',
        traits: { provider: 'phone' },
      });
      await confirmPhone(sql, service, user.id);
      break;
    case 'phone_change':
      await confirmPhoneChange(service, sql, request, user);
      break;
    case 'email_change':
      if ((await confirmEmailChange(service, sql, request, user, consumed.kind)) === 'pending')
        return undefined;
  }
  await refreshProviders(sql, user.id);
  return requireUserById(sql, user.id);
}

async function acceptSignUp(service: AuthService, sql: TransactionSql, request: AuthRequest, user: UserRow) {
  // An invited user has no password yet; the application asks for one after this.
  if (!hasPassword(user) && user.invited_at !== null) {
    const hash = randomPasswordHash(service.random);
    await sql`update auth.users set encrypted_password = ${hash} where id = ${user.id}`;
  }
  await confirmFirstEmail(service, sql, request, user);
}

async function confirmFirstEmail(
  service: AuthService,
  sql: TransactionSql,
  request: AuthRequest,
  user: UserRow,
): Promise<void> {
  await writeAudit(sql, service, request, {
    actor: user,
    action: 'user_signedup',
    traits: { provider: 'email' },
  });
  await confirmEmail(sql, service, user.id);
  await verifyEmailIdentities(sql, service, user.id);
}

async function acceptRecovery(
  service: AuthService,
  sql: TransactionSql,
  request: AuthRequest,
  user: UserRow,
) {
  if (user.email_confirmed_at === null) {
    // The first verification did not come from the sign-up that created the account: no sign-in method of that sign-up may
    // remain.
    if (await isUnverifiedSignUp(sql, user))
      await restartSignUp(sql, service, user, { provider: 'email', passwordHash: '' });
    await confirmFirstEmail(service, sql, request, user);
  } else {
    await writeAudit(sql, service, request, { actor: user, action: 'login' });
    await deleteAllTokens(sql, service, user.id);
  }
}
