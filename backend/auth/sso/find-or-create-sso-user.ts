import { ServiceError } from '../../http/service-error.ts';
import { writeAudit } from '../accounts/audit.ts';
import { confirmEmail } from '../accounts/confirm.ts';
import { createUser } from '../accounts/create-user.ts';
import { findUserById, requireUserById } from '../accounts/find-user.ts';
import { insertIdentity } from '../accounts/identities.ts';
import { lockUser } from '../accounts/lock-user.ts';
import { findUserByIdentity, updateProviderData } from '../accounts/provider-identity.ts';
import { isBanned, type Metadata, type UserRow } from '../accounts/user-row.ts';
import { callBeforeUserCreatedHook } from '../hooks/user-created.ts';
import type { Call } from '../service/call.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';

/** A user whom an identity provider vouches for. */
export interface SsoIdentity {
  /** `sso:` and the id of the connection. */
  provider: string;
  claims: Metadata & { sub: string; email: string };
}

/**
 * Finds or creates the account, which belongs to the provider: an address never leads to an account that was created in another
 * way, or to one of another provider. `newId` is the id that the hook was called with.
 */
export async function findOrCreateSsoUser(
  call: Call,
  identity: SsoIdentity,
  newId: string | undefined,
): Promise<{ user: UserRow; isNew: boolean }> {
  const { sql, service } = call;
  const { provider, claims } = identity;
  const known = await findSsoUser(sql, identity);
  if (known === undefined) {
    const user = await createSsoUser(sql, service, identity, newId);
    await writeAudit(call, { actor: user, action: 'user_signedup', traits: { provider } });
    return { user, isNew: true };
  }
  await lockUser(sql, known.id);
  const user = await requireUserById(sql, known.id);
  if (isBanned(user, service.clock.now())) throw new ServiceError('user_banned', 403, 'User is banned');
  if (!user.identities.some((identity) => identity.provider === provider && identity.id === claims.sub))
    await insertIdentity(sql, service, { userId: user.id, provider, data: claims });
  await updateProviderData(sql, service, user.id, { provider, providerIds: [claims.sub], data: claims });
  await writeAudit(call, { actor: user, action: 'login', traits: { provider } });
  return { user: await requireUserById(sql, user.id), isNew: false };
}

/** Calls the hook for a new user before a transaction is opened, because it may answer slowly. */
export async function callHookForNewSsoUser(
  request: AuthRequest,
  service: AuthService,
  identity: SsoIdentity,
): Promise<string | undefined> {
  if (service.hooks.before_user_created === undefined || !service.config.enableSignup) return undefined;
  if ((await findSsoUser(service.database.sql, identity)) !== undefined) return undefined;
  const id = service.random.uuid();
  const { provider, claims } = identity;
  await callBeforeUserCreatedHook(request, service, { id, provider, email: claims.email, data: claims });
  return id;
}

async function createSsoUser(
  sql: Queries,
  service: AuthService,
  { provider, claims }: SsoIdentity,
  newId: string | undefined,
): Promise<UserRow> {
  if (!service.config.enableSignup)
    throw new ServiceError('signup_disabled', 422, 'Signups not allowed for this instance');
  if (newId === undefined && service.hooks.before_user_created !== undefined)
    // The account was deleted after the check whether the hook must be called.
    throw new ServiceError('conflict', 409, 'The account changed in this moment. Please try again.');
  const id = newId === undefined ? {} : { id: newId };
  const { email } = claims;
  const user = await createUser(sql, service, { ...id, provider, email, identity: claims, isSsoUser: true });
  await confirmEmail(sql, service, user.id);
  return requireUserById(sql, user.id);
}

/** By the id at the provider; else by the address, when the same provider gave it to exactly one user here. */
async function findSsoUser(sql: Queries, { provider, claims }: SsoIdentity): Promise<UserRow | undefined> {
  const user = await findUserByIdentity(sql, provider, claims.sub);
  if (user !== undefined) return user;
  const [same, ...others] = await sql<{ user_id: string }[]>`
    select distinct i.user_id from auth.identities i join auth.users u on u.id = i.user_id
    where i.provider = ${provider} and i.email = ${claims.email} and u.is_sso_user and u.deleted_at is null
    limit 2`;
  return same === undefined || others.length > 0 ? undefined : findUserById(sql, same.user_id);
}
