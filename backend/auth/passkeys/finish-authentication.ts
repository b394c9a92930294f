import { ServiceError } from '../../http/service-error.ts';
import { findUserById } from '../accounts/find-user.ts';
import { isBanned, type UserRow } from '../accounts/user-row.ts';
import { limitRoute } from '../limits/route-limits.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { issueSession } from '../sessions/issue-session.ts';
import type { Credential, CredentialUse } from '../webauthn/credential.ts';
import { type Assertion, assertionShape } from '../webauthn/credential-shapes.ts';
import { loadCeremonies } from '../webauthn/load-ceremonies.ts';
import { toRelyingParty } from '../webauthn/relying-party.ts';
import { findUserIdByHandle } from '../webauthn/user-entity.ts';
import { consumeChallenge } from './passkey-challenges.ts';
import { refusedCredential, requirePasskeysEnabled } from './require-passkeys.ts';

/** POST /passkeys/authentication/verify: signs in to the account that the passkey belongs to. */
export const finishAuthentication: Endpoint = async (request, service) => {
  requirePasskeysEnabled(service);
  await limitRoute(request, service, 'passkey');
  const purpose = { type: 'authentication', userId: null } as const;
  const answer = await consumeChallenge(service, await request.json(), purpose);
  const given = assertionShape.safeParse(answer.credential);
  if (!given.success) throw refusedCredential('Invalid credential response', given.error);
  const passkey = await findPasskey(service.database.sql, given.data);
  if (passkey === undefined) throw failed('no passkey of the account that the handle names');
  const { checkAssertion } = await loadCeremonies();
  const wanted = { party: toRelyingParty(service.config), challenge: answer.challenge, isOnlyFactor: true };
  const use = await checkAssertion(given.data, passkey.key, wanted).catch((error: unknown) => {
    throw failed(error);
  });
  const user = await findUserById(service.database.sql, passkey.userId);
  if (user === undefined || user.deleted_at !== null) throw failed('the account is gone');
  requireMaySignIn(user, service);

  return service.database.transaction(async (sql) => {
    await recordUse(sql, service, passkey.id, use);
    const audit = { action: 'login', traits: { passkey_id: passkey.id } } as const;
    return issueSession({ sql, service, request }, user, 'passkey', { audit });
  });
};

interface KnownPasskey {
  id: string;
  userId: string;
  key: Credential;
}

/** The user handle must name the owner of the passkey. Without a handle the authenticator did not choose the account itself. */
async function findPasskey(sql: Queries, given: Assertion): Promise<KnownPasskey | undefined> {
  const [row] = await sql<
    { id: string; user_id: string; public_key: Buffer; sign_count: number; backup_eligible: boolean }[]
  >`
    select id, user_id, public_key, sign_count::float8 as sign_count, backup_eligible
    from auth.webauthn_credentials where credential_id = ${Buffer.from(given.id, 'base64url')}`;
  if (row === undefined || findUserIdByHandle(given.response.userHandle ?? undefined) !== row.user_id) {
    return undefined;
  }
  const key = {
    id: given.id,
    publicKey: Uint8Array.from(row.public_key),
    signCount: row.sign_count,
    transports: [],
    isBackupEligible: row.backup_eligible,
  };
  return { id: row.id, userId: row.user_id, key };
}

function requireMaySignIn(user: UserRow, service: AuthService): void {
  if (user.email && user.email_confirmed_at === null) {
    throw new ServiceError('email_not_confirmed', 403, 'Email not confirmed');
  }
  if (user.phone && user.phone_confirmed_at === null) {
    throw new ServiceError('phone_not_confirmed', 403, 'Phone not confirmed');
  }
  if (isBanned(user, service.clock.now())) throw new ServiceError('user_banned', 403, 'User is banned');
}

/**
 * The statement itself compares and advances the counter, so that of two uses with the same count, one is from a cloned key and
 * fails.
 */
async function recordUse(
  sql: Queries,
  service: AuthService,
  passkeyId: string,
  use: CredentialUse,
): Promise<void> {
  const now = service.clock.now();
  const used = await sql`
    update auth.webauthn_credentials
    set sign_count = ${use.signCount}, backed_up = ${use.isBackedUp}, last_used_at = ${now}, updated_at = ${now}
    where id = ${passkeyId} and (sign_count < ${use.signCount} or (sign_count = 0 and ${use.signCount}::bigint = 0))
    returning id`;
  if (used.length === 0) throw failed('a concurrent use has advanced the counter');
}

function failed(cause: unknown): ServiceError {
  return refusedCredential('Credential verification failed', cause);
}
