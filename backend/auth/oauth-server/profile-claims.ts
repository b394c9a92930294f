import type { UserRow } from '../accounts/user-row.ts';
import { parseScopes } from './scopes.ts';

/** The claims about a user, by the granted scopes, with the names of OpenID Connect. */
export function profileClaims(user: UserRow, scope: string): Record<string, unknown> {
  const scopes = parseScopes(scope);
  return {
    ...(scopes.includes('email') ? emailClaims(user) : {}),
    ...(scopes.includes('profile') ? nameClaims(user, scopes) : {}),
    ...(scopes.includes('phone') ? phoneClaims(user) : {}),
  };
}

function emailClaims(user: UserRow): Record<string, unknown> {
  return user.email ? { email: user.email, email_verified: user.email_confirmed_at !== null } : {};
}

function phoneClaims(user: UserRow): Record<string, unknown> {
  if (!user.phone) return {};
  return { phone_number: user.phone, phone_number_verified: user.phone_confirmed_at !== null };
}

function nameClaims(user: UserRow, scopes: string[]): Record<string, unknown> {
  const pick = (...names: string[]): string | undefined =>
    names
      .map((name) => user.raw_user_meta_data?.[name])
      .find((value): value is string => typeof value === 'string' && value !== '');
  // The email address replaces a missing name only where the scope includes it.
  const name = pick('name', 'full_name') ?? (scopes.includes('email') && user.email ? user.email : undefined);
  const picture = pick('picture', 'avatar_url');
  const username = pick('preferred_username', 'username');
  return {
    ...(name === undefined ? {} : { name }),
    ...(picture === undefined ? {} : { picture }),
    ...(username === undefined ? {} : { preferred_username: username }),
    ...(user.updated_at === null ? {} : { updated_at: Math.floor(user.updated_at.getTime() / 1000) }),
  };
}
