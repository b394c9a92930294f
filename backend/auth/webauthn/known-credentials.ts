import type { Queries } from '../service/service.ts';
import { parseFactorCredential } from './factor-credential.ts';

/**
 * Every key of an account, passkeys and second factors alike. An authenticator stores one key per account and would silently
 * replace the first one: it gets the list of existing keys, and refuses.
 */
export async function listKnownCredentials(
  sql: Queries,
  userId: string,
): Promise<{ id: string; transports: string[] }[]> {
  const [passkeys, factors] = await Promise.all([
    sql<{ credential_id: Buffer; transports: string[] }[]>`
      select credential_id, transports from auth.webauthn_credentials where user_id = ${userId} order by created_at`,
    sql<{ credential: unknown }[]>`
      select web_authn_credential as credential from auth.mfa_factors
      where user_id = ${userId} and factor_type = 'webauthn' and status = 'verified' order by created_at`,
  ]);
  return [
    ...passkeys.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports })),
    ...factors.map((row) => parseFactorCredential(row.credential)),
  ];
}
