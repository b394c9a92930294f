import { chmod, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../database/log.ts';

const forOthers = 0o077;
/** What the site keeps beside the database, whose server may run as another user and has rules of its own. A closed folder closes what is in it. */
const names = [
  'secrets.json',
  'saml-key.pem',
  'page-views.secret',
  'mail-page.secret',
  'cache',
  'files',
  'backups',
];

/**
 * Takes what a data directory holds away from other users of the machine: keys, uploads and rendered pages may have come with modes that let
 * all users read them, from a backup that was unpacked or from an earlier version.
 */
export async function restrictDataFiles(directory: string, log: Log): Promise<void> {
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  for (const name of names) await restrict(join(directory, name), log);
}

async function restrict(path: string, log: Log): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found || !(found.isFile() || found.isDirectory()) || (found.mode & forOthers) === 0) return;
  try {
    await chmod(path, found.mode & 0o7777 & ~forOthers);
    log({ level: 'warn', message: `${path} was open to other users of this machine; now it is not.` });
  } catch (cause) {
    const message = `${path} is open to other users of this machine. Run chmod go-rwx on it as its owner.`;
    log({ level: 'warn', message, cause });
  }
}
