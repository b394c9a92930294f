import type { TransactionSql } from 'postgres';
import { refreshProviders } from '../accounts/identities.ts';
import { dropAllTokens } from '../codes/one-time-tokens.ts';
import type { ExternalAccount } from '../providers/provider.ts';
import type { AuthService } from '../service.ts';

/**
 * Somebody may have made an account with an address that is not his, and wait until its owner uses it. When the owner comes through a
 * provider, everything else that opens the account goes: password, phone, other identities, second factors, keys, sessions and codes. So
 * does what the other one wrote into it.
 */
export async function removeOtherWaysIn(
  sql: TransactionSql,
  service: AuthService,
  userId: string,
  provider: string,
  { claims }: ExternalAccount,
): Promise<void> {
  await sql`
    delete from auth.identities
    where user_id = ${userId} and not (provider = ${provider} and provider_id = ${claims.sub})`;
  await sql`
    update auth.users set encrypted_password = '', phone = null, phone_confirmed_at = null, phone_change = '',
      email_change = '', raw_user_meta_data = ${JSON.stringify(claims)}::text::jsonb, updated_at = ${service.clock.now()}
    where id = ${userId}`;
  await sql`delete from auth.sessions where user_id = ${userId}`;
  await sql`delete from auth.mfa_factors where user_id = ${userId}`;
  await sql`delete from auth.webauthn_credentials where user_id = ${userId}`;
  await sql`delete from auth.flow_state where user_id = ${userId}`;
  await dropAllTokens(sql, service, userId);
  await refreshProviders(sql, userId);
}
