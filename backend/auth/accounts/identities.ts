import type { AuthService, Queries } from '../service.ts';
import type { Metadata } from './user-row.ts';

/** Adds a way in to an account. `data.sub` is the account's name at the provider. */
export async function insertIdentity(
  sql: Queries,
  service: AuthService,
  identity: { userId: string; provider: string; data: Metadata },
): Promise<void> {
  const now = service.clock.now();
  await sql`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${service.random.uuid()}, ${String(identity.data.sub)}, ${identity.userId},
      ${JSON.stringify(identity.data)}::text::jsonb, ${identity.provider}, ${now}, ${now}, ${now})`;
}

/** Writes what an own address says of itself into its identity, which is made if there is none. Tells whether it was. */
export async function keepOwnIdentity(
  sql: Queries,
  service: AuthService,
  userId: string,
  provider: 'email' | 'phone',
  data: Metadata,
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

/** `providers` of app_metadata names every way in, the oldest first; `provider` is the oldest. */
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
