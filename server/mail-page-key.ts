/** The secret of `/_mail`: shown in the terminal, and stored in `DATA_DIR` so that an open tab survives a restart. */
import { hash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readRandomSecret } from '../database/random-secret.ts';

export function readMailPageKey(dataFolder: string): Promise<string> {
  return readRandomSecret(join(dataFolder, 'mail-page.secret'));
}

/** Compares in constant time: digests have the same length for any input. */
export function isSameKey(sent: string | null | undefined, key: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(sent ?? ''), digest(key));
}

export function mailPageLink(siteUrl: string, key: string): string {
  return `${siteUrl}/_mail?token=${key}`;
}
