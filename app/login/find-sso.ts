import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { callbackAddress } from './callback-address.ts';

/** The login page of the organisation to which the address belongs, if there is one. */
export async function findSso(
  auth: SupabaseClient['auth'],
  email: string,
  captcha: { captchaToken?: string },
): Promise<{ data: string | undefined; error: null } | { data: null; error: AuthError }> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const { data, error } = await auth.signInWithSSO({
    domain,
    options: { redirectTo: callbackAddress(), skipBrowserRedirect: true, ...captcha },
  });
  if (!error) return { data: data?.url, error: null };
  const isUnknown = error.status === 404 || error.code === 'sso_provider_not_found';
  return isUnknown ? { data: undefined, error: null } : { data: null, error };
}
