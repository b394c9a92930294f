import type { SupabaseClient } from '@supabase/supabase-js';

/**
 * Ends the current session before each attempt to sign in or up, whatever its result. Otherwise a user whose attempt failed would continue
 * as the previous user. Other devices stay signed in. Network errors are reported by the attempt itself.
 */
export async function endPreviousSession(auth: SupabaseClient['auth']): Promise<void> {
  const { data, error } = await auth.getSession();
  if (data.session || error) await auth.signOut({ scope: 'local' });
}
