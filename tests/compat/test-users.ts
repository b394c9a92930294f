/** For tests: new users, and the settings that most suites share. */
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { freshEmail } from '../harness/fresh-contact.ts';
import type { CompatBackend } from './compat-backend.ts';

export const password = 'long enough 1';

/** The default settings. `confirm`: addresses and numbers have to be confirmed before they can be used. */
export function settings(options: { confirm: boolean; auth?: string; more?: string }): string {
  return `
[auth]
site_url = "http://localhost:3000"
minimum_password_length = 6
enable_anonymous_sign_ins = true
${options.auth ?? ''}
[auth.email]
enable_confirmations = ${options.confirm}
secure_password_change = true
max_frequency = "0s"
[auth.sms]
enable_signup = true
enable_confirmations = ${options.confirm}
max_frequency = "0s"
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true
max_frequency = "0s"
[auth.rate_limit]
email_sent = 100000
sms_sent = 100000
anonymous_users = 100000
token_refresh = 100000
sign_in_sign_ups = 100000
passkey = 100000
sso = 100000
token_verifications = 100000
${options.more ?? ''}`;
}

export interface Person {
  client: SupabaseClient;
  email: string;
  session: Session;
}

/** A user who has just signed up where nothing needs to be confirmed. */
export async function signedUp(backend: CompatBackend): Promise<Person> {
  const client = backend.client();
  const email = freshEmail();
  const { data, error } = await client.auth.signUp({ email, password });
  if (data.session === null) throw new Error('Signing up gave no session.', { cause: error });
  return { client, email, session: data.session };
}

/** The same user in another browser. */
export async function signedInAgain(backend: CompatBackend, email: string): Promise<Person> {
  const client = backend.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (data.session === null) throw new Error('Signing in gave no session.', { cause: error });
  return { client, email, session: data.session };
}
