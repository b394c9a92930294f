import type { User } from '@supabase/supabase-js';

/** The name that the partner sees: the profile's name, or the part of the email address before the @. */
export function toDisplayName({ user_metadata, email }: User): string {
  const given = user_metadata.name ?? user_metadata.full_name;
  const called =
    typeof given === 'string' && given.trim() !== '' ? given.trim() : (email?.split('@')[0] ?? '');
  return [...called].slice(0, 40).join('');
}
