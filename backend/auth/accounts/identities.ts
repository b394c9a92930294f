import type { AuthService, Queries } from '../service/service.ts';
import { runStatements, type Statement } from '../service/statements.ts';
import type { Metadata } from './user-row.ts';

interface NewIdentity {
  userId: string;
  provider: string;
  data: Metadata;
}

/** Adds an identity to an account. `data.sub` is the user's id at the provider. */
export async function insertIdentity(
  sql: Queries,
  service: AuthService,
  identity: NewIdentity,
): Promise<void> {
  await runStatements(sql, [identityStatement(service, identity)]);
}

const insertRow = `
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
  values ($1::uuid, $2::text, $3::uuid, $4::text::jsonb, $5::text, $6::timestamptz, $6, $6)`;

export function identityStatement({ random, clock }: AuthService, identity: NewIdentity): Statement {
  const { userId, provider, data } = identity;
  const now = clock.now().toISOString();
  const values = [random.uuid(), String(data.sub), userId, JSON.stringify(data), provider, now];
  return { text: insertRow, values };
}

/** Updates the identity of the account's own email or phone, or inserts it. Returns whether it was inserted. */
export async function upsertAddressIdentity(
  sql: Queries,
  service: AuthService,
  { userId, provider, data }: { userId: string; provider: 'email' | 'phone'; data: Metadata },
): Promise<{ isNew: boolean }> {
  const changed = await sql`
    update auth.identities
    set identity_data = identity_data || ${JSON.stringify(data)}::text::jsonb, updated_at = ${service.clock.now()}
    where user_id = ${userId} and provider = ${provider} returning id`;
  if (changed.length > 0) return { isNew: false };
  const claims = { sub: userId, email_verified: false, phone_verified: false, ...data };
  await insertIdentity(sql, service, { userId, provider, data: claims });
  return { isNew: true };
}

/** `providers` of app_metadata names the provider of every identity, the oldest first; `provider` is the oldest. */
export async function refreshProviders(sql: Queries, userId: string): Promise<void> {
  await sql`
    update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}')
      || jsonb_build_object('providers', known.providers)
      || case when jsonb_array_length(known.providers) = 0 then '{}'
         else jsonb_build_object('provider', known.providers -> 0) end
    from (
      select coalesce(jsonb_agg(provider order by first), '[]') as providers
      from (select provider, min(created_at) as first from auth.identities where user_id = ${userId} group by provider) each
    ) known
    where u.id = ${userId}`;
}
