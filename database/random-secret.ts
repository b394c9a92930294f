import { randomBytes } from 'node:crypto';
import { readIfPresent, writeDurably } from './durable-files.ts';

const minSecretLength = 32;

/**
 * A random secret that is generated on the first start and stored in a file that only the owner of the process can read. A damaged file is
 * replaced.
 */
export async function readRandomSecret(file: string): Promise<string> {
  const found = await read(file);
  if (isWhole(found)) return found;
  const made = randomBytes(32).toString('base64url');
  await writeDurably(file, `${made}\n`, { keepExisting: found === undefined });
  // Another process may have been first.
  const kept = await read(file);
  return isWhole(kept) ? kept : made;
}

function isWhole(text: string | undefined): text is string {
  return text !== undefined && text.length >= minSecretLength && /^[\w-]+$/.test(text);
}

async function read(file: string): Promise<string | undefined> {
  return (await readIfPresent(file))?.trim();
}
