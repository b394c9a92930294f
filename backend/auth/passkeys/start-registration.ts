import { limitAccount } from '../limits/route-limits.ts';
import type { Endpoint } from '../service/request.ts';
import { listKnownCredentials } from '../webauthn/known-credentials.ts';
import { loadCeremonies } from '../webauthn/load-ceremonies.ts';
import { toRelyingParty } from '../webauthn/relying-party.ts';
import { toUserEntity } from '../webauthn/user-entity.ts';
import { challengeLifetimeSeconds, createChallenge } from './passkey-challenges.ts';
import { requireBelowPasskeyLimit } from './passkey-limit.ts';
import { requireOwnAccount, requirePasskeyOwner } from './require-passkeys.ts';

/** POST /passkeys/registration/options: the options with which a browser creates a passkey for the caller. */
export const startRegistration: Endpoint = async (request, service) => {
  const caller = await requirePasskeyOwner(request, service);
  requireOwnAccount(caller);
  const { user } = caller;
  await limitAccount(service, 'passkey_register', user.id);
  await requireBelowPasskeyLimit(service.database.sql, service, user.id);
  const known = await listKnownCredentials(service.database.sql, user.id);
  const challenge = await createChallenge(service, { type: 'registration', userId: user.id });
  const { toCreationOptions } = await loadCeremonies();
  const rules = { challenge: challenge.bytes, lifetimeSeconds: challengeLifetimeSeconds, isOnlyFactor: true };
  const options = await toCreationOptions(toRelyingParty(service.config), toUserEntity(user), known, rules);
  return { challenge_id: challenge.id, options, expires_at: challenge.expiresAt };
};
