import { identifier } from '../../../database/driver/sql.ts';
import { isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { upsertAddressIdentity } from '../accounts/identities.ts';
import { deleteAllTokens, type TokenKind } from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { sendNotification } from '../mail/send-notification.ts';
import type { Call } from '../service/call.ts';

/**
 * One confirmation of a new email address. Where both addresses must confirm, the first one is only recorded, in either order;
 * the second one changes the address.
 */
export async function confirmEmailChange(
  call: Call,
  user: UserRow,
  kind: TokenKind,
): Promise<'pending' | 'done'> {
  const { sql, service } = call;
  const { doubleConfirmChanges, enableConfirmations } = service.config.email;
  const needsBoth = doubleConfirmChanges && enableConfirmations && (user.email ?? '') !== '';
  if (needsBoth && user.email_change_confirm_status !== 1) {
    await sql`update auth.users set email_change_confirm_status = 1, ${identifier(kind)} = '' where id = ${user.id}`;
    return 'pending';
  }
  await changeEmail(call, user, user.email_change ?? '');
  return 'done';
}

/** Gives an account its new, verified address. Everything that was sent to the old one is void. */
export async function changeEmail(call: Call, user: UserRow, email: string): Promise<void> {
  const { sql, service } = call;
  const now = service.clock.now();
  await writeAudit(call, { actor: user, action: 'user_modified' });
  await upsertAddressIdentity(sql, service, {
    userId: user.id,
    provider: 'email',
    data: { email, email_verified: true },
  });
  await sql`
    update auth.users set email = ${email}, email_change = '', email_change_confirm_status = 0, is_anonymous = false,
      email_confirmed_at = coalesce(email_confirmed_at, ${now}), updated_at = ${now},
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}')
        || jsonb_build_object('email', ${email}::text, 'email_verified', true)
    where id = ${user.id}`.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    const message = 'A user with this email address has already been registered';
    throw new ServiceError('email_exists', 422, message, { cause: error });
  });
  await deleteAllTokens(sql, service, user.id);
  if (user.email && user.email !== email) {
    const changed = { ...user, email, email_change: '' };
    const variables = { Email: email, OldEmail: user.email };
    await sendNotification(call, changed, { name: 'email_changed', to: user.email, variables });
  }
}
