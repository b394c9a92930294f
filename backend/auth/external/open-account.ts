import type { TransactionSql } from 'postgres';
import { isForeignKeyViolation, isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { askBeforeUserCreated, tellAfterUserCreated } from '../hooks/user-created.ts';
import { linkToUser } from '../identities/link-to-user.ts';
import type { AuthRequest } from '../request.ts';
import type { AuthService } from '../service.ts';
import { decideLinking } from './linking-decision.ts';
import { type ExternalSignIn, settleAccount } from './settle-account.ts';

export interface Opening extends ExternalSignIn {
  /** Whose account it is to be linked to; null: whoever it belongs to by the rules. */
  linkTo: string | null;
}

/**
 * Lets somebody in whom a provider vouches for. Account, link and what `finish` makes of them come into being together or not at all;
 * only an account that waits for its address to be confirmed is kept although nobody is let in.
 */
export async function openAccount<Result>(
  request: AuthRequest,
  service: AuthService,
  opening: Opening,
  finish: (sql: TransactionSql, user: UserRow) => Promise<Result>,
): Promise<Result> {
  if (opening.account.emails.length === 0 && !opening.emailOptional) {
    const message = `An e-mail address is needed here, and ${opening.provider} gave none.`;
    throw new ServiceError('validation_failed', 422, message);
  }
  const newId = await askHook(request, service, opening);
  const once = () =>
    service.database.transaction(async (sql) => {
      const { linkTo } = opening;
      const settled =
        linkTo === null
          ? await settleAccount(sql, service, request, opening, newId)
          : await linkToUser(sql, service, request, opening, linkTo);
      const isLetIn = settled.refusal === undefined;
      return { ...settled, result: isLetIn ? await finish(sql, settled.user) : undefined };
    });
  const { user, isNew, refusal, result } = await once().catch((error: unknown) => {
    // Another request made or removed the same account in this very moment: now that is seen.
    if (isUniqueViolation(error) || isForeignKeyViolation(error)) return once();
    throw error;
  });
  if (isNew) await tellAfterUserCreated(request, service, user);
  if (result !== undefined) return result;
  throw refusal ?? new Error('A sign-in ended without a result.');
}

/** A hook is asked about somebody new, before a transaction is opened: it may take its time. */
async function askHook(
  request: AuthRequest,
  service: AuthService,
  { provider, account, linkTo }: Opening,
): Promise<string | undefined> {
  if (service.hooks.before_user_created === undefined || linkTo !== null) return undefined;
  const decision = await decideLinking(service.database.sql, service, provider, account);
  if (decision.kind !== 'create' || !service.config.enableSignup) return undefined;
  const id = service.random.uuid();
  const { email } = decision;
  await askBeforeUserCreated(request, service, { id, provider, email, data: account.claims });
  return id;
}
