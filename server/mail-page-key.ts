/** The secret that opens `/_mail`: shown in the terminal, and kept in `DATA_DIR` so that an open tab outlives a restart. */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOnce } from '../backend/identity/write-once.ts';
import { StartUpError } from './start-up-error.ts';

const shortestKey = 32;

export async function readMailPageKey(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'mail-page.secret');
  const key = (await readKey(file)) ?? (await createKey(file));
  if (key.length < shortestKey)
    throw new StartUpError(`${file} is damaged. Delete it to get a new link to the mail page.`);
  return key;
}

async function createKey(file: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  await writeOnce(file, `${key}\n`);
  // Another process may have been faster.
  return (await readKey(file)) ?? key;
}

async function readKey(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}

/** In constant time: digests have one length, whatever was sent. */
export function isSameKey(sent: string | null | undefined, key: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(sent ?? ''), digest(key));
}

export function mailPageLink(siteUrl: string, key: string): string {
  return `${siteUrl}/_mail?token=${key}`;
}
