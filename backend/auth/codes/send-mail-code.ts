import type { TransactionSql } from 'postgres';
import type { UserRow } from '../accounts/user-row.ts';
import { limitMails } from '../guards/rate-limits.ts';
import { redirectTarget } from '../guards/redirect.ts';
import { requireSendPause, takeSendPause } from '../guards/send-frequency.ts';
import { subjectOf } from '../hooks/message-subject.ts';
import type { MailKind } from '../ports.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthService } from '../service.ts';
import { mailLink } from './mail-link.ts';
import { type FlowType, hashCode, markFlow, storeToken, type TokenKind } from './one-time-tokens.ts';

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
  const email = user.email ?? '';
  if (type !== 'invite') await takeSendPause(service, sql, 'email', email);
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
    about: subjectOf(request, user),
  });
  await limitMails(service, sql);
}

/** Sends the code that confirms a change to somebody who is signed in already. */
export async function sendReauthenticationMail(
  service: AuthService,
  sql: TransactionSql,
  request: AuthRequest,
  user: UserRow,
): Promise<void> {
  requireSendPause(service, 'email', user.reauthentication_sent_at);
  const email = user.email ?? '';
  const code = service.random.digits(service.config.email.otpLength);
  const hash = hashCode(email, code);
  await storeToken(sql, service, { userId: user.id, kind: 'reauthentication_token', hash, address: email });
  const variables = {
    Token: code,
    TokenHash: hash,
    SiteURL: service.config.siteUrl,
    Email: email,
    Data: user.raw_user_meta_data ?? {},
  };
  const about = subjectOf(request, user);
  await service.mailer.queue(sql, { kind: 'reauthentication', to: email, variables, about });
  await limitMails(service, sql);
}
