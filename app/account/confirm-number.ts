import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { createTemporaryClient } from '../session/temporary-client.ts';

type Confirmed = { data: unknown; error: null } | { data: unknown; error: AuthError };

/**
 * The service answers a right code with a session of its own, which has shown no second factor. It is taken and ended aside, so that
 * the session that is here stays as it is, and learns of the number by its refresh.
 */
export async function confirmNumber(
  auth: SupabaseClient['auth'],
  phone: string,
  token: string,
): Promise<Confirmed> {
  const aside = await createTemporaryClient();
  const { error } = await aside.auth.verifyOtp({ phone, token, type: 'phone_change' });
  if (error) return { data: null, error };
  await aside.auth.signOut({ scope: 'local' });
  return auth.refreshSession();
}
