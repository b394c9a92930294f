import {
  type FlowType,
  hashCode,
  markFlow,
  storeToken,
  type TokenKind,
} from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { limitMails } from '../limits/route-limits.ts';
import { requireSendCooldownOver } from '../limits/send-cooldown.ts';
import { toMessageContext } from '../mail/message-context.ts';
import { redirectTarget } from '../redirects/redirect.ts';
import type { Call } from '../service/call.ts';
import type { MailRequest } from '../service/ports.ts';
import { mailLink } from './mail-link.ts';

interface ChangeMail {
  kind: TokenKind;
  to: string;
  code: string;
  hash: string;
}

/** Sends a confirmation to the new address and, where that is configured, to the old one as well. */
export async function sendEmailChange(
  { sql, service, request }: Call,
  user: UserRow,
  newEmail: string,
  flow: FlowType,
): Promise<void> {
  requireSendCooldownOver(service, 'email', user.email_change_sent_at);
  const oldEmail = user.email ?? '';
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0, email_change_token_current = ''
    where id = ${user.id}`;
  await sql`
    delete from auth.one_time_tokens where user_id = ${user.id} and token_type = 'email_change_token_current'`;
  const write = async (kind: TokenKind, to: string): Promise<ChangeMail> => {
    const code = service.random.digits(service.config.email.otpLength);
    const hash = markFlow(hashCode(to, code), flow);
    await storeToken(sql, service, { userId: user.id, kind, hash, address: to });
    return { kind, to, code, hash };
  };
  const toNew = await write('email_change_token_new', newEmail);
  const needsOld = service.config.email.doubleConfirmChanges && oldEmail !== '';
  const toOld = needsOld ? await write('email_change_token_current', oldEmail) : undefined;

  const redirectTo = redirectTarget(request, service);
  const toMailRequest = ({ to, code, hash }: ChangeMail): MailRequest => ({
    kind: 'email_change',
    to,
    variables: {
      ConfirmationURL: mailLink(service, 'email_change', hash, redirectTo),
      Token: code,
      TokenHash: hash,
      SiteURL: service.config.siteUrl,
      RedirectTo: redirectTo,
      Email: oldEmail,
      NewEmail: newEmail,
      SendingTo: to,
      Data: user.raw_user_meta_data ?? {},
    },
    about: toMessageContext(request, { ...user, email_change: newEmail }),
  });
  const mails = service.mailer.takesBothCodes
    ? [toCombinedRequest(toMailRequest(toNew), toNew, toOld)]
    : [toNew, ...(toOld === undefined ? [] : [toOld])].map(toMailRequest);
  for (const mail of mails) await service.mailer.queue(sql, mail);
  await limitMails(sql, service);
}

/**
 * Both codes in one mail. Hooks that were written for the reference server expect the hashes swapped: the code without "New" is
 * the old address's, the hash without "New" is the new address's.
 */
function toCombinedRequest(mail: MailRequest, toNew: ChangeMail, toOld: ChangeMail | undefined): MailRequest {
  if (toOld === undefined) return mail;
  const codes = { Token: toOld.code, TokenHash: toNew.hash, TokenNew: toNew.code, TokenHashNew: toOld.hash };
  return { ...mail, variables: { ...mail.variables, ...codes } };
}
