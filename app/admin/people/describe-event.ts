import { providerName } from '../../login/provider-names.ts';
import type { PersonEvent } from './people-data.ts';

/** By the names of the auth service, which are those of Supabase's. */
const sentences = new Map([
  ['login', 'Signed in'],
  ['logout', 'Signed out'],
  ['user_signedup', 'Signed up'],
  ['user_repeated_signup', 'Signed up again with the same address'],
  ['user_invited', 'Invited'],
  ['invite_accepted', 'Accepted the invitation'],
  ['user_confirmation_requested', 'Was sent a message to confirm the address'],
  ['user_recovery_requested', 'Asked for a message to sign in or to set a new password'],
  ['user_reauthenticate_requested', 'Asked for a code to confirm a change'],
  ['user_updated_password', 'Changed the password'],
  ['user_modified', 'Account changed'],
  ['user_deleted', 'Account deleted'],
  ['token_refreshed', 'Session renewed'],
  ['token_revoked', 'Token revoked'],
  ['identity_linked', 'Added a way to sign in'],
  ['identity_unlinked', 'Removed a way to sign in'],
  ['factor_in_progress', 'Began to set up a second factor'],
  ['challenge_created', 'Was asked for the second factor'],
  ['verification_attempted', 'Answered with the second factor'],
  ['factor_updated', 'Second factor changed'],
  ['factor_unenrolled', 'Removed a second factor'],
  ['factor_deleted', 'Second factor deleted'],
  ['passkey_created', 'Added a passkey'],
  ['passkey_updated', 'Renamed a passkey'],
  ['passkey_deleted', 'Passkey removed'],
  ['recovery_codes_generated', 'Made recovery codes'],
  ['recovery_codes_regenerated', 'Made new recovery codes'],
  ['recovery_codes_verified', 'Used a recovery code'],
  ['recovery_codes_deleted', 'Recovery codes removed'],
]);

const hasProvider = new Set(['login', 'user_signedup']);
const addresses: Record<string, string> = { email: 'the email address', phone: 'the phone number' };

/** What an entry of the auth service says; undefined for an action that this site does not know. */
export function describeEvent({ action, provider, by }: PersonEvent): string | undefined {
  if (by !== null && action === 'user_signedup') return `Account created, by ${by}`;
  const sentence = sentences.get(action);
  if (sentence === undefined) return undefined;
  if (by !== null) return `${sentence}, by ${by}`;
  if (provider === null || !hasProvider.has(action)) return sentence;
  return `${sentence} with ${addresses[provider] ?? providerName(provider)}`;
}
