import { writeAudit } from '../accounts/audit.ts';
import { confirmEmail, confirmPhone, verifyEmailIdentities } from '../accounts/confirm.ts';
import { requireUserById } from '../accounts/find-user.ts';
import { refreshProviders } from '../accounts/identities.ts';
import { type ConsumedToken, deleteAllTokens } from '../accounts/one-time-tokens.ts';
import { isUnverifiedSignUp, restartSignUp } from '../accounts/unverified-sign-up.ts';
import { hasPassword, type UserRow } from '../accounts/user-row.ts';
import { endSendCooldown } from '../limits/send-cooldown.ts';
import { randomPasswordHash } from '../passwords/random-password-hash.ts';
import type { Call } from '../service/call.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { confirmPhoneChange } from './confirm-phone-change.ts';
import type { VerificationType } from './verification-types.ts';

/** Undefined: the first of two confirmations of a change was accepted, and nothing else happens yet. */
export async function applyVerification(
  call: Call,
  type: Exclude<VerificationType, 'email'>,
  consumed: ConsumedToken,
): Promise<UserRow | undefined> {
  const { sql, service } = call;
  // Locked until the end, so that the two confirmations of one change are serialized.
  await sql`select id from auth.users where id = ${consumed.userId} for update`;
  const user = await requireUserById(sql, consumed.userId);
  await endSendCooldown(sql, consumed.address);
  switch (type) {
    case 'signup':
    case 'invite':
      await acceptSignUp(call, user);
      break;
    case 'magiclink':
    case 'recovery':
      await acceptRecovery(call, user);
      break;
    case 'sms':
      await writeAudit(call, {
        actor: user,
        action: 'user_signedup',
        traits: { provider: 'phone' },
      });
      await confirmPhone(sql, service, user.id);
      break;
    case 'phone_change':
      await confirmPhoneChange(call, user);
      break;
    case 'email_change':
      if ((await confirmEmailChange(call, user, consumed.kind)) === 'pending') return undefined;
  }
  await refreshProviders(sql, user.id);
  return requireUserById(sql, user.id);
}

async function acceptSignUp(call: Call, user: UserRow) {
  const { sql, service } = call;
  // An invited user has no password yet; the application asks for one after this.
  if (!hasPassword(user) && user.invited_at !== null) {
    const hash = randomPasswordHash(service.random);
    await sql`update auth.users set encrypted_password = ${hash} where id = ${user.id}`;
  }
  await confirmFirstEmail(call, user);
}

async function confirmFirstEmail(call: Call, user: UserRow): Promise<void> {
  const { sql, service } = call;
  await writeAudit(call, {
    actor: user,
    action: 'user_signedup',
    traits: { provider: 'email' },
  });
  await confirmEmail(sql, service, user.id);
  await verifyEmailIdentities(sql, service, user.id);
}

async function acceptRecovery(call: Call, user: UserRow) {
  const { sql, service } = call;
  if (user.email_confirmed_at === null) {
    // The first verification did not come from the sign-up that created the account: no sign-in method of that sign-up may
    // remain.
    if (await isUnverifiedSignUp(sql, user))
      await restartSignUp(sql, service, user, { provider: 'email', passwordHash: '' });
    await confirmFirstEmail(call, user);
  } else {
    await writeAudit(call, { actor: user, action: 'login' });
    await deleteAllTokens(sql, service, user.id);
  }
}
