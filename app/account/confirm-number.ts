import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { createTemporaryClient } from '../session/temporary-client.ts';

type Confirmed = { data: unknown; error: null } | { data: unknown; error: AuthError };

/**
 * The service answers a correct code with a new session that has no second factor. A temporary client takes and ends it, so that the
 * current session stays as it is; its refresh brings the new number.
 */
export async function confirmNumber(
  auth: SupabaseClient['auth'],
  phone: string,
  token: string,
): Promise<Confirmed> {
  const temporary = await createTemporaryClient();
  const { error } = await temporary.auth.verifyOtp({ phone, token, type: 'phone_change' });
  if (error) return { data: null, error };
  await temporary.auth.signOut({ scope: 'local' });
  return auth.refreshSession();
}
