import type { RawRow } from '../../../database/database.ts';
import {
  type FlowType,
  hashCode,
  markFlow,
  type NewToken,
  storeToken,
  type TokenKind,
  tokenStatement,
} from '../accounts/one-time-tokens.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { limitMails } from '../limits/route-limits.ts';
import { limitMailWithin, requireSendCooldownOver, startSendCooldown } from '../limits/send-cooldown.ts';
import { toMessageContext } from '../mail/message-context.ts';
import { redirectTarget } from '../redirects/redirect.ts';
import type { Call } from '../service/call.ts';
import type { Mailer, MailKind, MailRequest } from '../service/ports.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { runStatements, type Statement } from '../service/statements.ts';
import { mailLink } from './mail-link.ts';

const mails = {
  signup: { mail: 'confirmation', kind: 'confirmation_token' },
  invite: { mail: 'invite', kind: 'confirmation_token' },
  magiclink: { mail: 'magic_link', kind: 'recovery_token' },
  recovery: { mail: 'recovery', kind: 'recovery_token' },
} as const satisfies Record<string, { mail: MailKind; kind: TokenKind }>;

/** A mail with link and code for sign-up, sign-in or recovery. */
export interface MailCode {
  /** An account that is about to be written has only these members. */
  user: Pick<UserRow, 'id' | 'email' | 'raw_user_meta_data'>;
  type: keyof typeof mails;
  flow: FlowType;
}

/** Sends it within the caller's transaction. */
export async function sendMailCode(
  { sql, service, request }: Call,
  code: MailCode & { user: UserRow },
): Promise<void> {
  const { user, type } = code;
  if (type !== 'invite') await startSendCooldown(sql, service, 'email', user.email ?? '');
  const { token, mailRequest } = createTokenAndMail(request, service, code);
  await storeToken(sql, service, token);
  await service.mailer.queue(sql, { ...mailRequest, about: toMessageContext(request, user) });
  await limitMails(sql, service);
}

/** Sends it in a transaction after the caller's statements: in one round trip, or step by step where a hook sends mails. */
export async function writeMailCode(
  request: AuthRequest,
  service: AuthService,
  code: MailCode & { user: UserRow },
  before: readonly Statement[],
): Promise<void> {
  const { mailer, database } = service;
  if (mailer.prepare) await batchMailCode(request, service, code, { prepare: mailer.prepare, before });
  else
    await database.transaction(async (sql) => {
      await runStatements(sql, before);
      await sendMailCode({ sql, service, request }, code);
    });
}

/** Sends it as a batch with other statements. Returns the rows of the statements after it, which see the token. */
export async function batchMailCode(
  request: AuthRequest,
  service: AuthService,
  code: MailCode,
  batch: { prepare: NonNullable<Mailer['prepare']>; before: readonly Statement[]; after?: Statement[] },
): Promise<RawRow[][]> {
  const { prepare, before, after = [] } = batch;
  const { token, mailRequest } = createTokenAndMail(request, service, code);
  let answers: RawRow[][] = [];
  await limitMailWithin(service, mailRequest.to, async (count) => {
    const mail = prepare(mailRequest);
    const sent = [...before, tokenStatement(service, token), mail.statement];
    try {
      answers = await service.database.batch([...sent, ...after, ...count]);
      mail.onEnd();
    } catch (error) {
      mail.onEnd(error);
      throw error;
    }
  });
  return answers.slice(before.length + 2);
}

/** Generates a code, its token and its mail. */
function createTokenAndMail(
  request: AuthRequest,
  service: AuthService,
  { user, type, flow }: MailCode,
): { token: NewToken; mailRequest: MailRequest } {
  const { mail, kind } = mails[type];
  const email = user.email ?? '';
  const code = service.random.digits(service.config.email.otpLength);
  const hash = markFlow(hashCode(email, code), flow);
  const redirectTo = redirectTarget(request, service);
  const variables = {
    ConfirmationURL: mailLink(service, type, hash, redirectTo),
    Token: code,
    TokenHash: hash,
    SiteURL: service.config.siteUrl,
    RedirectTo: redirectTo,
    Email: email,
    Data: user.raw_user_meta_data ?? {},
  };
  return {
    token: { userId: user.id, kind, hash, address: email },
    mailRequest: { kind: mail, to: email, variables },
  };
}

/** Sends the code that confirms a change by a signed-in user. */
export async function sendReauthenticationMail(
  { sql, service, request }: Call,
  user: UserRow,
): Promise<void> {
  requireSendCooldownOver(service, 'email', user.reauthentication_sent_at);
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
  const about = toMessageContext(request, user);
  await service.mailer.queue(sql, { kind: 'reauthentication', to: email, variables, about });
  await limitMails(sql, service);
}
