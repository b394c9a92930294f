import type { User } from '@supabase/supabase-js';
import { loadClient } from './client.ts';

/** The user as the server has it now; null without an answer. A session that the server has ended ends here as well. */
export async function readUserNow(): Promise<User | null> {
  const { auth } = await loadClient();
  const { data, error } = await auth.getUser();
  if (error && (error.status === 401 || error.status === 403)) await auth.signOut({ scope: 'local' });
  return data.user;
}
