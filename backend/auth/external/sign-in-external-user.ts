import type { TransactionSql } from '../../../database/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../http/database-fault.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { callAfterUserCreatedHook, callBeforeUserCreatedHook } from '../hooks/user-created.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { type ExternalSignIn, findOrCreateUser } from './find-or-create-user.ts';
import { linkToUser } from './link-to-user.ts';
import { decideLinking } from './linking-decision.ts';

export interface ExternalSignInOrLink extends ExternalSignIn {
  /** The account to link to; null: the account that the linking rules choose. */
  linkTo: string | null;
}

/**
 * Signs in a user whom a provider vouches for. The account, its identity and the result of `finish` are written in one
 * transaction; only an account whose address is not confirmed yet is kept although the sign-in is refused.
 */
export async function signInExternalUser<Result>(
  request: AuthRequest,
  service: AuthService,
  signIn: ExternalSignInOrLink,
  finish: (sql: TransactionSql, user: UserRow) => Promise<Result>,
): Promise<Result> {
  if (signIn.account.emails.length === 0 && !signIn.emailOptional) {
    const message = `An email address is needed here, and ${signIn.provider} gave none.`;
    throw new ServiceError('validation_failed', 422, message);
  }
  const newId = await callHook(request, service, signIn);
  const once = () =>
    service.database.transaction(async (sql) => {
      const call = { sql, service, request };
      const { linkTo } = signIn;
      const outcome =
        linkTo === null
          ? await findOrCreateUser(call, signIn, newId)
          : await linkToUser(call, signIn, linkTo);
      const isSignedIn = outcome.refusal === undefined;
      return { ...outcome, result: isSignedIn ? await finish(sql, outcome.user) : undefined };
    });
  const { user, isNew, refusal, result } = await once().catch((error: unknown) => {
    // A concurrent request created or removed the same account: the second run sees it.
    if (isUniqueViolation(error) || isForeignKeyViolation(error)) return once();
    throw error;
  });
  if (isNew) await callAfterUserCreatedHook(request, service, user);
  if (result !== undefined) return result;
  throw refusal ?? new Error('A sign-in ended without a result.');
}

/** Calls the hook for a new user before a transaction is opened, because it may answer slowly. */
async function callHook(
  request: AuthRequest,
  service: AuthService,
  { provider, account, linkTo }: ExternalSignInOrLink,
): Promise<string | undefined> {
  if (service.hooks.before_user_created === undefined || linkTo !== null) return undefined;
  const decision = await decideLinking(service.database.sql, service, provider, account);
  if (decision.kind !== 'create' || !service.config.enableSignup) return undefined;
  const id = service.random.uuid();
  const { email } = decision;
  await callBeforeUserCreatedHook(request, service, { id, provider, email, data: account.claims });
  return id;
}
