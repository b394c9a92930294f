import type { SupabaseClient } from '@supabase/supabase-js';
import { readBackendAddress } from './backend-address.ts';

/** A client that stores nothing: its session is separate from that of this browser. */
export async function createTemporaryClient(): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js');
  const { url, key } = readBackendAddress();
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, storageKey: 'aside' },
  });
}
