import type { SupabaseClient } from '@supabase/supabase-js';

/**
 * Before each attempt to sign in or up: whoever was signed in here is so no longer, whatever comes of it. Otherwise somebody whose attempt
 * failed would go on as the person before them. Other devices stay signed in. What the network does to it is told by the attempt itself.
 */
export async function endPreviousSession(auth: SupabaseClient['auth']): Promise<void> {
  const { data, error } = await auth.getSession();
  if (data.session || error) await auth.signOut({ scope: 'local' });
}
