import type { TransactionSql } from '../../../database/database.ts';
import { json } from '../../../database/driver/values.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { AuthService, Queries } from '../service/service.ts';
import type { Credential, CredentialUse, NewCredential } from '../webauthn/credential.ts';
import { parseFactorCredential, toFactorCredential } from '../webauthn/factor-credential.ts';
import { type FactorRow, factorNotFound } from './factor-row.ts';

/** The key of a verified WebAuthn factor. */
export async function readFactorKey(sql: Queries, factor: FactorRow): Promise<Credential> {
  const [row] = await sql<{ key: unknown }[]>`
    select web_authn_credential as key from auth.mfa_factors where id = ${factor.id} and status = 'verified'`;
  if (row === undefined) throw factorNotFound();
  return parseFactorCredential(row.key);
}

/** Stores the key of a factor that has none yet. A verified factor never gets another key. */
export async function writeFactorKey(
  sql: TransactionSql,
  service: AuthService,
  factor: FactorRow,
  key: NewCredential,
): Promise<void> {
  const stored = toFactorCredential(key);
  const written = await sql`
    update auth.mfa_factors f
    set web_authn_credential = ${json(stored)}, web_authn_aaguid = ${key.aaguid}, updated_at = ${service.clock.now()}
    where id = ${factor.id} and status = 'unverified' and not exists (
      select from auth.mfa_factors o where o.user_id = f.user_id and o.web_authn_credential ->> 'id' = ${stored.id})
    returning id`;
  if (written.length === 0) throw wrongKey('the factor or the key is in use already');
}

/**
 * The statement itself compares and advances the counter, so that of two uses with the same count, one is from a cloned key and
 * fails.
 */
export async function recordFactorUse(
  sql: TransactionSql,
  factor: FactorRow,
  use: CredentialUse,
): Promise<void> {
  const used = await sql`
    update auth.mfa_factors set web_authn_credential = jsonb_set(jsonb_set(web_authn_credential,
      '{authenticator,signCount}', to_jsonb(${use.signCount}::bigint)),
      '{flags,backupState}', to_jsonb(${use.isBackedUp}::boolean))
    where id = ${factor.id} and status = 'verified' and (
      coalesce((web_authn_credential #>> '{authenticator,signCount}')::bigint, 0) < ${use.signCount}
      or (coalesce((web_authn_credential #>> '{authenticator,signCount}')::bigint, 0) = 0 and ${use.signCount}::bigint = 0))
    returning id`;
  if (used.length === 0) throw wrongKey('a concurrent use has advanced the counter');
}

export function wrongKey(cause: unknown): ServiceError {
  return new ServiceError('mfa_verification_failed', 422, 'The key could not be verified', { cause });
}
