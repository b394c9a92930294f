/** The secret that opens `/_mail`: shown in the terminal, and kept in `DATA_DIR` so that an open tab outlives a restart. */
import { hash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readRandomSecret } from '../database/random-secret.ts';

export function readMailPageKey(dataFolder: string): Promise<string> {
  return readRandomSecret(join(dataFolder, 'mail-page.secret'));
}

/** In constant time: digests have one length, whatever was sent. */
export function isSameKey(sent: string | null | undefined, key: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(sent ?? ''), digest(key));
}

export function mailPageLink(siteUrl: string, key: string): string {
  return `${siteUrl}/_mail?token=${key}`;
}
