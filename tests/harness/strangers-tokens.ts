/** A session that was opened in another browser, as part of an address. */
import { createClient } from '@supabase/supabase-js';
import type { Person, SignInSite } from './sign-in-site.ts';

export interface StrangersTokens {
  person: Person;
  accessToken: string;
  /** What comes after the `#`. */
  fragment: string;
}

export async function strangersTokens(
  site: SignInSite,
  options: { type?: 'recovery' } = {},
): Promise<StrangersTokens> {
  const person = await site.createPerson();
  const client = createClient(site.backendUrl, site.publicKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data } =
    options.type === 'recovery'
      ? await client.auth.verifyOtp({ token_hash: await recoveryLink(site, person), type: 'recovery' })
      : await client.auth.signInWithPassword(person);
  if (!data.session) throw new Error(`${person.email} could not sign in.`);
  const { access_token, refresh_token, expires_in, expires_at, token_type } = data.session;
  const members = { access_token, refresh_token, token_type, ...options };
  const numbers = { expires_in: String(expires_in), expires_at: String(expires_at) };
  return {
    person,
    accessToken: access_token,
    fragment: String(new URLSearchParams({ ...members, ...numbers })),
  };
}

async function recoveryLink({ admin }: SignInSite, { email }: Person): Promise<string> {
  const { data } = await admin.auth.admin.generateLink({ type: 'recovery', email });
  return data.properties?.hashed_token ?? '';
}
