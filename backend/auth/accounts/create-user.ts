import { namedStatement } from '../../../database/driver/named-statement.ts';
import type { AuthService, Queries } from '../service/service.ts';
import { runStatements, type Statement } from '../service/statements.ts';
import { requireUserById } from './find-user.ts';
import { identityStatement } from './identities.ts';
import { type Metadata, nilInstance, type UserRow } from './user-row.ts';

export interface NewUser {
  /** `email`, `phone`, `anonymous`, or the name of a provider that vouches for the user. */
  provider: string;
  email?: string;
  phone?: string;
  passwordHash?: string | undefined;
  data?: Metadata | undefined;
  appMetadata?: Metadata;
  id?: string;
  role?: string;
  /** What the provider says about the user. `sub` is the user's id there. */
  identity?: Metadata;
  /** Single sign-on accounts may share an address with other accounts. */
  isSsoUser?: boolean;
}

/** Writes a new, unconfirmed account. An account that is not anonymous also gets an identity for its provider. */
export async function createUser(sql: Queries, service: AuthService, user: NewUser): Promise<UserRow> {
  const id = user.id ?? service.random.uuid();
  await runStatements(sql, userStatements(service, { ...user, id }));
  return requireUserById(sql, id);
}

const insertUser = namedStatement<{
  id: string;
  audience: string;
  role: string;
  email: string | null;
  phone: string | null;
  passwordHash: string;
  appMetadata: string;
  metadata: string;
  now: Date;
  isAnonymous: boolean;
  isSsoUser: boolean;
}>()`
  insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, confirmation_token,
    recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at,
    updated_at, is_anonymous, is_sso_user)
  values (${nilInstance}, ${'id'}, ${'audience'}, ${'role'}, ${'email'}, ${'phone'}, ${'passwordHash'}, '', '', '', '',
    ${'appMetadata'}, ${'metadata'}, ${'now'}, ${'now'}, ${'isAnonymous'}, ${'isSsoUser'})`;

/** The same as statements. The first one writes the account. */
export function userStatements(service: AuthService, user: NewUser & { id: string }): Statement[] {
  const { id, provider } = user;
  const identityData = user.identity ?? newIdentityData({ id, email: user.email, data: user.data });
  const metadata = withoutNulls(provider === 'anonymous' ? (user.data ?? {}) : identityData);
  const appMetadata = {
    ...user.appMetadata,
    ...(provider === 'anonymous' ? {} : { provider, providers: [provider] }),
  };
  const statement = insertUser({
    id,
    audience: service.config.audience,
    role: user.role ?? 'authenticated',
    email: user.email || null,
    phone: user.phone || null,
    passwordHash: user.passwordHash ?? '',
    appMetadata: JSON.stringify(appMetadata),
    metadata: JSON.stringify(metadata),
    now: service.clock.now(),
    isAnonymous: provider === 'anonymous',
    isSsoUser: user.isSsoUser ?? false,
  });
  if (provider === 'anonymous') return [statement];
  return [statement, identityStatement(service, { userId: id, provider, data: identityData })];
}

/** The data of an email or phone identity before the address is verified. */
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
