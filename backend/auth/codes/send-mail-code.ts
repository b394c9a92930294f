import type { TransactionSql } from 'postgres';
import type { UserRow } from '../accounts/user-row.ts';
import { limitMails } from '../guards/rate-limits.ts';
import { redirectTarget } from '../guards/redirect.ts';
import { requireSendPause } from '../guards/send-frequency.ts';
import type { MailKind } from '../ports.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthService } from '../service.ts';
import { type LinkType, mailLink } from './mail-link.ts';
import {
  type FlowType,
  hashCode,
  markFlow,
  sentAtColumns,
  storeToken,
  type TokenKind,
} from './one-time-tokens.ts';

const mails = {
  signup: { mail: 'confirmation', kind: 'confirmation_token' },
  invite: { mail: 'invite', kind: 'confirmation_token' },
  magiclink: { mail: 'magic_link', kind: 'recovery_token' },
  recovery: { mail: 'recovery', kind: 'recovery_token' },
} as const satisfies Record<string, { mail: MailKind; kind: TokenKind }>;

/** Sends the mail with link and code that signs somebody up, in, or back in. */
export async function sendMailCode(
  service: AuthService,
  sql: TransactionSql,
  request: AuthRequest,
  user: UserRow,
  type: keyof typeof mails,
  flow: FlowType,
): Promise<void> {
  const { mail, kind } = mails[type];
  if (type !== 'invite') requireSendPause(service, 'email', user[sentAtColumns[kind]]);
  await limitMails(service);
  const email = user.email ?? '';
  const code = service.random.digits(service.config.email.otpLength);
  const hash = markFlow(hashCode(email, code), flow);
  const redirectTo = redirectTarget(request, service);
  await storeToken(sql, service, { userId: user.id, kind, hash, address: email });
  await service.mailer.queue(sql, {
    kind: mail,
    to: email,
    variables: {
      ConfirmationURL: mailLink(service, type, hash, redirectTo),
      Token: code,
      TokenHash: hash,
      SiteURL: service.config.siteUrl,
      RedirectTo: redirectTo,
      Email: email,
      Data: user.raw_user_meta_data ?? {},
    },
  });
}

/** Sends the code that confirms a change to somebody who is signed in already. */
export async function sendReauthenticationMail(
  service: AuthService,
  sql: TransactionSql,
  user: UserRow,
): Promise<void> {
  requireSendPause(service, 'email', user.reauthentication_sent_at);
  await limitMails(service);
  const email = user.email ?? '';
  const code = service.random.digits(service.config.email.otpLength);
  const hash = hashCode(email, code);
  await storeToken(sql, service, { userId: user.id, kind: 'reauthentication_token', hash, address: email });
  const variables = {
    Token: code,
    SiteURL: service.config.siteUrl,
    Email: email,
    Data: user.raw_user_meta_data ?? {},
  };
  await service.mailer.queue(sql, { kind: 'reauthentication', to: email, variables });
}

/** Asks the new address to confirm a change and, where that is configured, the old one as well. */
export async function sendEmailChange(
  service: AuthService,
  sql: TransactionSql,
  request: AuthRequest,
  user: UserRow,
  newEmail: string,
  flow: FlowType,
): Promise<void> {
  requireSendPause(service, 'email', user.email_change_sent_at);
  await limitMails(service);
  const oldEmail = user.email ?? '';
  const letters: { kind: TokenKind; to: string }[] = [{ kind: 'email_change_token_new', to: newEmail }];
  if (service.config.email.doubleConfirmChanges && oldEmail !== '') {
    letters.push({ kind: 'email_change_token_current', to: oldEmail });
  }
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0, email_change_token_current = ''
    where id = ${user.id}`;
  await sql`
    delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'email_change_token_current'`;
  const redirectTo = redirectTarget(request, service);
  for (const { kind, to } of letters) {
    const code = service.random.digits(service.config.email.otpLength);
    const hash = markFlow(hashCode(to, code), flow);
    await storeToken(sql, service, { userId: user.id, kind, hash, address: to });
    await service.mailer.queue(sql, {
      kind: 'email_change',
      to,
      variables: {
        ConfirmationURL: mailLink(service, 'email_change' satisfies LinkType, hash, redirectTo),
        Token: code,
        TokenHash: hash,
        SiteURL: service.config.siteUrl,
        RedirectTo: redirectTo,
        Email: oldEmail,
        NewEmail: newEmail,
        SendingTo: to,
        Data: user.raw_user_meta_data ?? {},
      },
    });
  }
}
