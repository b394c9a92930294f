import { chmod, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../database/log.ts';

const forOthers = 0o077;
/**
 * The site's files beside the database (the database server may run as another user and sets its own modes). A restricted folder protects
 * its contents.
 */
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
 * Removes the access of other users of the machine to the data directory: after an unpacked backup or an upgrade from an earlier version,
 * keys, uploads and rendered pages may be readable by all.
 */
export async function restrictDataFiles(directory: string, log: Log): Promise<void> {
  // Windows has no file modes.
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
