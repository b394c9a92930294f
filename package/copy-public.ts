import { cp } from 'node:fs/promises';
import { basename } from 'node:path';

/** The secrets of functions are in `supabase/functions/.env`: nothing of that name is sent to anyone. */
export function isPublic(file: string): boolean {
  return !basename(file).startsWith('.env');
}

export function copyPublic(from: string, to: string): Promise<void> {
  return cp(from, to, { recursive: true, filter: isPublic });
}
