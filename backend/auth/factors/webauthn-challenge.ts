import type { UserRow } from '../accounts/user-row.ts';
import type { AuthService } from '../service/service.ts';
import { listKnownCredentials } from '../webauthn/known-credentials.ts';
import { loadCeremonies } from '../webauthn/load-ceremonies.ts';
import { toRelyingParty } from '../webauthn/relying-party.ts';
import { toUserEntity } from '../webauthn/user-entity.ts';
import { challengeLifetimeSeconds, type StoredCeremony } from './challenges.ts';
import { readFactorKey } from './factor-key.ts';
import type { FactorRow } from './factor-row.ts';

export interface WebauthnChallenge {
  stored: StoredCeremony;
  /** Read by supabase-js: keep these keys. */
  wire: { type: StoredCeremony['type']; credential_options: { publicKey: object } };
}

/** A verified factor is asked to use its key, and no other. A new one is asked to create it. */
export async function toWebauthnChallenge(
  service: AuthService,
  user: UserRow,
  factor: FactorRow,
): Promise<WebauthnChallenge> {
  const { sql } = service.database;
  const { toCreationOptions, toRequestOptions } = await loadCeremonies();
  const party = toRelyingParty(service.config);
  const bytes = Uint8Array.from(service.random.bytes(32));
  const rules = { challenge: bytes, lifetimeSeconds: challengeLifetimeSeconds, isOnlyFactor: false };
  const type = factor.status === 'verified' ? 'request' : 'create';
  const publicKey =
    type === 'request'
      ? await toRequestOptions(party, [await readFactorKey(sql, factor)], rules)
      : await toCreationOptions(party, toUserEntity(user), await listKnownCredentials(sql, user.id), rules);
  return {
    stored: { type, challenge: Buffer.from(bytes).toString('base64url') },
    wire: { type, credential_options: { publicKey } },
  };
}
