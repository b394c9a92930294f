import type { AuthService, Queries } from '../service/service.ts';
import { refreshProviders } from './identities.ts';
import { mergeMetadata } from './metadata.ts';
import { type Metadata, type UserRow, userColumns } from './user-row.ts';

/** The account that this identity belongs to, if it exists here. `providerIds` are the spellings of one id. */
export async function findUserByIdentity(
  sql: Queries,
  provider: string,
  ...providerIds: string[]
): Promise<UserRow | undefined> {
  const [user] = await sql<UserRow[]>`
    select ${userColumns} from auth.users u join auth.identities known on known.user_id = u.id
    where known.provider = ${provider} and known.provider_id = any(${providerIds}) and u.deleted_at is null
    order by known.created_at limit 1`;
  return user;
}

/** Updates an identity and the user's metadata with what the provider says now. */
export async function updateProviderData(
  sql: Queries,
  service: AuthService,
  userId: string,
  identity: { provider: string; providerIds: string[]; data: Metadata },
): Promise<void> {
  const now = service.clock.now();
  await sql`
    update auth.identities
    set identity_data = ${JSON.stringify(identity.data)}::text::jsonb, last_sign_in_at = ${now}, updated_at = ${now}
    where user_id = ${userId} and provider = ${identity.provider} and provider_id = any(${identity.providerIds})`;
  await mergeMetadata(sql, userId, 'raw_user_meta_data', identity.data);
  await refreshProviders(sql, userId);
}
