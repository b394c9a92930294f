import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { upsertAddressIdentity } from '../accounts/identities.ts';
import { deleteAllTokens } from '../accounts/one-time-tokens.ts';
import { hasPassword } from '../accounts/user-row.ts';
import { limitAccount } from '../limits/route-limits.ts';
import { sendNotification } from '../mail/send-notification.ts';
import type { Call } from '../service/call.ts';
import type { AuthService } from '../service/service.ts';
import { isRecovery } from '../sessions/authentication-methods.ts';
import type { Caller } from '../sessions/require-user.ts';
import { toTime } from '../sessions/session-row.ts';
import { requireNonce } from './reauthenticate.ts';

const day = 24 * 3600 * 1000;

export interface PasswordChange {
  password: string;
  current_password: string;
  nonce: string;
}

/** Checks that the caller may set this password, and hashes it. Runs outside of a transaction, because hashing is slow. */
export async function hashNewPassword(
  service: AuthService,
  caller: Caller,
  { password, current_password: current, nonce }: PasswordChange,
): Promise<string> {
  const { user } = caller;
  const needsNonce = isNonceNeeded(service, caller);
  if (needsNonce && nonce === '') {
    throw new ServiceError('reauthentication_needed', 400, 'Password update requires reauthentication');
  }
  await requireCurrentPassword(service, caller, current);
  if (needsNonce) await requireNonce(service, user, nonce);
  if (hasPassword(user) && (await service.passwords.verify(user.encrypted_password ?? '', password))) {
    const message = 'New password should be different from the old password.';
    throw new ServiceError('same_password', 422, message);
  }
  return service.passwords.hash(password);
}

function isNonceNeeded(service: AuthService, { session }: Caller): boolean {
  const signedIn = session === undefined ? 0 : toTime(session.created_at);
  return service.config.email.securePasswordChange && service.clock.now().getTime() > signedIn + day;
}

/**
 * With this setting, a stolen session is not enough to change the password. Attempts count as sign-ins of the account, so that a
 * session does not bypass their limit. After a recovery, and for an account without a password, no current password is needed.
 */
async function requireCurrentPassword(
  service: AuthService,
  { user, session }: Caller,
  current: string,
): Promise<void> {
  if (!service.config.requireCurrentPassword || !hasPassword(user) || isRecovery(session?.amr ?? [])) return;
  if (current === '') {
    const message = 'Changing the password requires the current password.';
    throw new ServiceError('current_password_required', 400, message);
  }
  await limitAccount(service, 'password', (user.email || user.phone || user.id).toLowerCase());
  if (await service.passwords.verify(user.encrypted_password ?? '', current)) return;
  throw new ServiceError('current_password_invalid', 400, 'The current password is not right.');
}

/** Sets a password, signs out all other sessions and voids every code that was sent before. */
export async function setPassword(
  call: Call,
  { user, session }: Caller,
  passwordHash: string,
): Promise<void> {
  const { sql, service } = call;
  const now = service.clock.now();
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, confirmation_sent_at = null, recovery_sent_at = null,
      email_change_sent_at = null, phone_change_sent_at = null, reauthentication_sent_at = null, updated_at = ${now}
    where id = ${user.id}`;
  await deleteAllTokens(sql, service, user.id);
  await sql`delete from auth.flow_state where user_id = ${user.id}`;
  await sql`delete from auth.oauth_authorizations where user_id = ${user.id}`;
  await sql`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${session?.id ?? null}::uuid`;
  await writeAudit(call, { actor: user, action: 'user_updated_password' });
  if (!user.email) return;
  // The first password of an account from a provider also adds sign-in by email.
  if (!hasPassword(user) && user.email_confirmed_at !== null) {
    await upsertAddressIdentity(sql, service, {
      userId: user.id,
      provider: 'email',
      data: { email: user.email, email_verified: true },
    });
  }
  await sendNotification(call, user, { name: 'password_changed', to: user.email, variables: {} });
}
