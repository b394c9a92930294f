import { isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { upsertAddressIdentity } from '../accounts/identities.ts';
import { deleteAllTokens } from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { sendNotification } from '../mail/send-notification.ts';
import type { Call } from '../service/call.ts';

/** Marks the new number of an account as verified. Without one given, it is the account's pending number. */
export async function confirmPhoneChange(
  call: Call,
  user: UserRow,
  phone: string = user.phone_change ?? '',
): Promise<void> {
  const { sql, service } = call;
  const now = service.clock.now();
  await writeAudit(call, { actor: user, action: 'user_modified' });
  const { isNew } = await upsertAddressIdentity(sql, service, {
    userId: user.id,
    provider: 'phone',
    data: {
      phone,
      phone_verified: true,
    },
  });
  await sql`
    update auth.users set phone = ${phone}, phone_change = '', phone_confirmed_at = ${now}, is_anonymous = false,
      updated_at = ${now}
    where id = ${user.id}`.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    const message = 'A user with this phone number has already been registered';
    throw new ServiceError('phone_exists', 422, message, { cause: error });
  });
  await deleteAllTokens(sql, service, user.id);
  if (!user.email) return;
  const changed = { ...user, phone, phone_change: '' };
  if (user.phone && user.phone !== phone) {
    const variables = { Phone: phone, OldPhone: user.phone };
    await sendNotification(call, changed, { name: 'phone_changed', to: user.email, variables });
  }
  if (!isNew) return;
  const variables = { Provider: 'phone' };
  await sendNotification(call, changed, { name: 'identity_linked', to: user.email, variables });
}
