import type { Database } from '../../supabase/database.types.ts';
import { readBackendAddress } from './backend-address.ts';
import type { SiteClient } from './site-client.ts';

/** A client that stores nothing: its session is separate from that of this browser. */
export async function createTemporaryClient(): Promise<SiteClient> {
  const { createClient } = await import('@supabase/supabase-js');
  const { url, key } = readBackendAddress();
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, storageKey: 'aside' },
  });
}
