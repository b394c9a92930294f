import type { User } from '@supabase/supabase-js';

/** Set by the database for a confirmed account with an address of site.config.ts; users cannot set it themselves. */
export function isOwner(user: Pick<User, 'app_metadata'> | null | undefined): boolean {
  return user?.app_metadata.owner === true;
}
