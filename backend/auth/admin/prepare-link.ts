import type { TransactionSql } from '../../../database/database.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { Claims } from '../../identity/key-ring.ts';
import { parseEmail } from '../accounts/addresses.ts';
import { type AuditAction, writeAudit } from '../accounts/audit.ts';
import { findAnyUserWithEmail } from '../accounts/find-user.ts';
import { mergeMetadata } from '../accounts/metadata.ts';
import type { TokenKind } from '../accounts/one-time-tokens.ts';
import { takeOverSignUp } from '../accounts/unverified-sign-up.ts';
import type { UserRow } from '../accounts/user-row.ts';
import type { Call } from '../service/call.ts';
import type { AuthService } from '../service/service.ts';
import { emailExists } from './account-conflict.ts';
import { addAccount } from './add-account.ts';
import { adminActor } from './admin-actor.ts';
import type { GeneratedLinkType, LinkInput } from './link-input.ts';

interface WantedLink {
  claims: Claims;
  known: UserRow | undefined;
  type: GeneratedLinkType;
  input: LinkInput & { id: string; passwordHash: string };
}

/** The account of the link, the kind of its token, and the address that it verifies. */
export interface PreparedLink {
  userId: string;
  kind: TokenKind;
  address: string;
}

/** Prepares the account for the link: creates it, invites it, or begins a change of its address. */
export async function prepareLink(
  call: Call,
  { claims, known, type, input }: WantedLink,
): Promise<PreparedLink> {
  const { sql, service } = call;
  const { id, email, data, passwordHash } = input;
  const log = (userId: string, action: AuditAction) => {
    const traits = { user_id: userId, user_email: email, link_type: type };
    return writeAudit(call, { actor: adminActor(claims), action, traits });
  };
  if (type === 'signup' || type === 'invite') {
    if (known !== undefined && known.email_confirmed_at !== null) throw emailExists();
    const userId = known?.id ?? (await addAccount(sql, service, { id, email, passwordHash, data }));
    if (known !== undefined) await takeOverSignUp(sql, service, known, { passwordHash, data });
    await log(userId, type === 'invite' ? 'user_invited' : 'user_confirmation_requested');
    if (type === 'invite')
      await sql`update auth.users set invited_at = ${service.clock.now()} where id = ${userId}`;
    else if (known !== undefined && data) await mergeMetadata(sql, userId, 'raw_user_meta_data', data);
    return { userId, kind: 'confirmation_token', address: email };
  }
  if (known === undefined) throw new Error(`a link of type ${type} needs an account`);
  if (type === 'magiclink' || type === 'recovery') {
    await log(known.id, 'user_recovery_requested');
    return { userId: known.id, kind: 'recovery_token', address: email };
  }
  const newEmail = await beginEmailChange(sql, service, known, { type, requested: input.new_email });
  await log(known.id, 'user_modified');
  return type === 'email_change_current'
    ? { userId: known.id, kind: 'email_change_token_current', address: email }
    : { userId: known.id, kind: 'email_change_token_new', address: newEmail };
}

async function beginEmailChange(
  sql: TransactionSql,
  service: AuthService,
  user: UserRow,
  { type, requested }: { type: GeneratedLinkType; requested: string },
): Promise<string> {
  if (type === 'email_change_current' && !service.config.email.doubleConfirmChanges) {
    const message = 'Enable secure email change to generate link for current email';
    throw ServiceError.validationFailed(message);
  }
  const newEmail = parseEmail(requested);
  if ((await findAnyUserWithEmail(sql, newEmail, user.id)) !== undefined) throw emailExists();
  // The other token of a change to the same address stays valid; tokens for another address must not verify this one.
  if (user.email_change !== newEmail) {
    await sql`
      delete from auth.one_time_tokens
      where user_id = ${user.id} and token_type in ('email_change_token_current', 'email_change_token_new')`;
    await sql`
      update auth.users set email_change_token_current = '', email_change_token_new = '' where id = ${user.id}`;
  }
  await sql`
    update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0 where id = ${user.id}`;
  return newEmail;
}
