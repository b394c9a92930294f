import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../supabase/database.types.ts';

/** The official client, which knows the site's tables and functions. */
export type SiteClient = SupabaseClient<Database>;
