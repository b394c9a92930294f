import type { Application } from '../../identity/applications.ts';
import type { WireUser } from './wire-user.ts';

/** Copies of addresses in the metadata, under the names that sign-up and providers give them. */
const addressKeys: Record<string, string> = {
  email: 'email',
  email_verified: 'email',
  phone: 'phone',
  phone_verified: 'phone',
};

/** Members of a user beside the id, and the scope that shows them. */
const scopeOf: Record<string, string> = {
  email: 'email',
  email_confirmed_at: 'email',
  phone: 'phone',
  phone_confirmed_at: 'phone',
  user_metadata: 'profile',
  created_at: 'profile',
  updated_at: 'profile',
};

/**
 * The user as a third-party application sees it: only what its scopes name. No scope includes factors, identities or
 * `app_metadata`.
 */
export function toApplicationView(user: WireUser, { scope }: Application) {
  const scopes = scope.split(' ');
  const shown = Object.entries(user).filter(([name]) => scopes.includes(scopeOf[name] ?? ''));
  const metadata = Object.entries(user.user_metadata).filter(
    ([name]) => addressKeys[name] === undefined || scopes.includes(addressKeys[name]),
  );
  return {
    email: '',
    phone: '',
    ...Object.fromEntries(shown),
    id: user.id,
    aud: user.aud,
    role: user.role,
    is_anonymous: user.is_anonymous,
    app_metadata: {},
    user_metadata: scopes.includes('profile') ? Object.fromEntries(metadata) : {},
    identities: [],
  };
}
