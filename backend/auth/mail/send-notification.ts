import type { TransactionSql } from '../../../database/database.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { MailVariables } from '../service/ports.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
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
  service: AuthService,
  sql: TransactionSql,
  request: AuthRequest,
  user: UserRow,
  name: Notification,
  to: string,
  variables: Omit<MailVariables, 'SiteURL'>,
): Promise<void> {
  if (service.config.email.notification[name]?.enabled !== true) return;
  const all = { Email: to, ...variables, SiteURL: service.config.siteUrl };
  const about = toMessageContext(request, user);
  await service.mailer.queue(sql, { kind: `${name}_notification`, to, variables: all, about });
}
