import type { TransactionSql } from '../../../database/database.ts';
import { fragment } from '../../../database/driver/sql.ts';
import type { AuthService } from '../service/service.ts';
import { refreshProviders } from './identities.ts';
import { deleteAllTokens } from './one-time-tokens.ts';
import type { Metadata } from './user-row.ts';

/** The one sign-in method that remains, and what the account holds afterward. */
export interface RemainingSignInMethod {
  provider: string;
  /** The user's id at the provider. */
  providerId: string;
  passwordHash: string;
  data: Metadata;
}

/**
 * A stranger may have created an account with an address that is not theirs, and wait until its owner uses it. When the owner
 * verifies the address, every other sign-in method is removed: password, the other address, other identities, second factors,
 * passkeys, sessions and codes. So is the metadata that the stranger wrote.
 */
export async function removeOtherSignInMethods(
  sql: TransactionSql,
  service: AuthService,
  userId: string,
  remaining: RemainingSignInMethod,
): Promise<void> {
  await sql`
    delete from auth.identities
    where user_id = ${userId} and not (provider = ${remaining.provider} and provider_id = ${remaining.providerId})`;
  const otherAddress =
    remaining.provider === 'phone'
      ? fragment`email = null, email_confirmed_at = null`
      : fragment`phone = null, phone_confirmed_at = null`;
  await sql`
    update auth.users set encrypted_password = ${remaining.passwordHash}, ${otherAddress}, phone_change = '',
      email_change = '', raw_user_meta_data = ${JSON.stringify(remaining.data)}::text::jsonb,
      updated_at = ${service.clock.now()}
    where id = ${userId}`;
  await sql`delete from auth.sessions where user_id = ${userId}`;
  await sql`delete from auth.mfa_factors where user_id = ${userId}`;
  await sql`delete from auth.webauthn_credentials where user_id = ${userId}`;
  await sql`delete from auth.flow_state where user_id = ${userId}`;
  await deleteAllTokens(sql, service, userId);
  await refreshProviders(sql, userId);
}
