import type { User } from '@supabase/supabase-js';

/** The name that the user has given, or that a provider gave; empty without one. */
export function readName({ user_metadata }: Pick<User, 'user_metadata'>): string {
  const name: unknown = user_metadata.name ?? user_metadata.full_name;
  return typeof name === 'string' ? name.trim() : '';
}
