import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { callbackAddress } from './callback-address.ts';

/** Leaves for the organisation's own login page when the address belongs to one. Says whether it does. */
export async function findRedirectingSso(
  auth: SupabaseClient['auth'],
  email: string,
  captcha: { captchaToken?: string },
): Promise<{ data: boolean; error: null } | { data: null; error: AuthError }> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const { data, error } = await auth.signInWithSSO({
    domain,
    options: { redirectTo: callbackAddress(), ...captcha },
  });
  if (!error) return { data: data !== null, error: null };
  const isUnknown = error.status === 404 || error.code === 'sso_provider_not_found';
  return isUnknown ? { data: false, error: null } : { data: null, error };
}
