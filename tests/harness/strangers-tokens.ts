/** A session that was opened elsewhere, as it stands in an address. */
import { createClient } from '@supabase/supabase-js';
import type { Person, SignInSite } from './sign-in-site.ts';

export interface StrangersTokens {
  person: Person;
  accessToken: string;
  /** What comes after the `#`. */
  fragment: string;
}

export async function strangersTokens(site: SignInSite, more = {}): Promise<StrangersTokens> {
  const person = await site.createPerson();
  const client = createClient(site.backendUrl, site.publicKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signInWithPassword(person);
  if (error) throw error;
  const { access_token, refresh_token, expires_in, expires_at, token_type } = data.session;
  const members = { access_token, refresh_token, token_type, ...more };
  const numbers = { expires_in: String(expires_in), expires_at: String(expires_at) };
  return {
    person,
    accessToken: access_token,
    fragment: String(new URLSearchParams({ ...members, ...numbers })),
  };
}
