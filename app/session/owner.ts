import type { User } from '@supabase/supabase-js';

/** Written by the database for a confirmed account with an address of site.config.ts; nobody can set it for himself. */
export function isOwner(user: Pick<User, 'app_metadata'> | null | undefined): boolean {
  return user?.app_metadata.owner === true;
}
