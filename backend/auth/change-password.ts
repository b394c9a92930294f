import type { TransactionSql } from 'postgres';
import { ServiceError } from '../http/service-error.ts';
import { keepOwnIdentity } from './accounts/identities.ts';
import { hasPassword } from './accounts/user-row.ts';
import { writeAudit } from './audit.ts';
import { dropAllTokens } from './codes/one-time-tokens.ts';
import { requireNonce } from './reauthenticate.ts';
import type { AuthRequest } from './request.ts';
import { sendNotification } from './send-notification.ts';
import type { AuthService } from './service.ts';
import type { Caller } from './sessions/require-user.ts';
import { toTime } from './sessions/session-row.ts';

const day = 24 * 3600 * 1000;

/** Checks that the caller may set this password, and hashes it. Outside of a transaction, since hashing takes its time. */
export async function hashNewPassword(
  service: AuthService,
  { user, session }: Caller,
  password: string,
  nonce: string,
): Promise<string> {
  const signedIn = session === undefined ? 0 : toTime(session.created_at);
  if (service.config.email.securePasswordChange && service.clock.now().getTime() > signedIn + day) {
    if (nonce === '') {
      throw new ServiceError('reauthentication_needed', 400, 'Password update requires reauthentication');
    }
    await requireNonce(service, user, nonce);
  }
  if (hasPassword(user) && (await service.passwords.verify(user.encrypted_password ?? '', password))) {
    const message = 'New password should be different from the old password.';
    throw new ServiceError('same_password', 422, message);
  }
  return service.passwords.hash(password);
}

/** Sets a password. Who knew the old one is signed out everywhere else, and nothing that was sent before opens the account. */
export async function setPassword(
  service: AuthService,
  sql: TransactionSql,
  request: AuthRequest,
  { user, session }: Caller,
  passwordHash: string,
): Promise<void> {
  const now = service.clock.now();
  await sql`
    update auth.users set encrypted_password = ${passwordHash}, confirmation_sent_at = null, recovery_sent_at = null,
      email_change_sent_at = null, phone_change_sent_at = null, reauthentication_sent_at = null, updated_at = ${now}
    where id = ${user.id}`;
  await dropAllTokens(sql, service, user.id);
  await sql`delete from auth.flow_state where user_id = ${user.id}`;
  await sql`delete from auth.oauth_authorizations where user_id = ${user.id}`;
  await sql`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${session?.id ?? null}::uuid`;
  await writeAudit(sql, service, request, { actor: user, action: 'user_updated_password' });
  if (!user.email) return;
  // With its first password an account that came through a provider can also be entered by e-mail.
  if (!hasPassword(user) && user.email_confirmed_at !== null) {
    await keepOwnIdentity(sql, service, user.id, 'email', { email: user.email, email_verified: true });
  }
  await sendNotification(service, sql, request, user, 'password_changed', user.email, {});
}
