import type { AuthService, Queries } from '../service.ts';
import { requireUserById } from './find-user.ts';
import { insertIdentity } from './identities.ts';
import { type Metadata, noInstance, type UserRow } from './user-row.ts';

export interface NewUser {
  /** `email`, `phone`, `anonymous`, or the name of a provider that vouches for the person. */
  provider: string;
  email?: string;
  phone?: string;
  passwordHash?: string | undefined;
  data?: Metadata | undefined;
  appMetadata?: Metadata;
  id?: string;
  role?: string;
  /** What a provider says of the person. `sub` is the account's name there. */
  identity?: Metadata;
  /** Accounts of single sign-on may share an address with others. */
  isSsoUser?: boolean;
}

/** Writes a new, unconfirmed account. Whoever is not anonymous gets the identity of the way in. */
export async function createUser(sql: Queries, service: AuthService, user: NewUser): Promise<UserRow> {
  const now = service.clock.now();
  const id = user.id ?? service.random.uuid();
  const { provider } = user;
  const identityData = user.identity ?? newIdentityData({ id, email: user.email, data: user.data });
  const metadata = withoutNulls(provider === 'anonymous' ? (user.data ?? {}) : identityData);
  const appMetadata = {
    ...user.appMetadata,
    ...(provider === 'anonymous' ? {} : { provider, providers: [provider] }),
  };
  await sql`
    insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, confirmation_token,
      recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at,
      updated_at, is_anonymous, is_sso_user)
    values (${noInstance}, ${id}, ${service.config.audience}, ${user.role ?? 'authenticated'}, ${user.email || null},
      ${user.phone || null}, ${user.passwordHash ?? ''}, '', '', '', '', ${JSON.stringify(appMetadata)}::text::jsonb,
      ${JSON.stringify(metadata)}::text::jsonb, ${now}, ${now}, ${provider === 'anonymous'},
      ${user.isSsoUser ?? false})`;
  if (provider !== 'anonymous')
    await insertIdentity(sql, service, { userId: id, provider, data: identityData });
  return requireUserById(sql, id);
}

/** What the identity of an own address says before the address is proven. */
export function newIdentityData(user: {
  id: string;
  email?: string | undefined;
  data?: Metadata | undefined;
}): Metadata {
  const address = user.email ? { email: user.email } : {};
  return { ...user.data, sub: user.id, ...address, email_verified: false, phone_verified: false };
}

/** A member of null means "remove", in metadata as everywhere. */
export function withoutNulls(data: Metadata): Metadata {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
