import type { UserRow } from '../accounts/user-row.ts';
import type { Call } from '../service/call.ts';
import type { MailVariables } from '../service/ports.ts';
import { toMessageContext } from './message-context.ts';

export type Notification =
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'mfa_factor_enrolled'
  | 'mfa_factor_unenrolled';

/** Notifies a user of a change to the account, where `[auth.email.notification.…]` is enabled. */
export async function sendNotification(
  { sql, service, request }: Call,
  user: UserRow,
  { name, to, variables }: { name: Notification; to: string; variables: Omit<MailVariables, 'SiteURL'> },
): Promise<void> {
  if (service.config.email.notification[name]?.enabled !== true) return;
  const all = { Email: to, ...variables, SiteURL: service.config.siteUrl };
  const about = toMessageContext(request, user);
  await service.mailer.queue(sql, { kind: `${name}_notification`, to, variables: all, about });
}
