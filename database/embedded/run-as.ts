import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { DatabaseStartError } from '../errors.ts';

/** The user that the server runs as, if it is not the caller. */
export interface RunAs {
  uid: number;
  gid: number;
  name: string;
}

/**
 * Postgres refuses to run as root. When root starts us, it runs as the owner of the data, or as the system user `nobody`; no user is
 * created. Any other user runs it as themselves.
 */
export function chooseRunAs(existingData: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(existingData, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `user ${owner.uid}` };
  return findNobody();
}

function findNobody(): RunAs {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [name, , uid, gid] = line?.split(':') ?? [];
  if (!name || !uid || !gid) {
    throw new DatabaseStartError(
      'Postgres does not run as root, and there is no user "nobody" to run it as. Start as another user, or set DATABASE_URL.',
    );
  }
  // Some systems write the uid of `nobody` as -2.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, name };
}

/** The user options for `spawn`. */
export function spawnAs(runAs: RunAs | undefined): { uid?: number; gid?: number } {
  return runAs ? { uid: runAs.uid, gid: runAs.gid } : {};
}

/** The environment of the server's programs, without ours, and especially without PG… variables. */
export function serverEnvironment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SYSTEMROOT', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC', ...more };
}

/** Whether the user can enter the folder or run the file. The system itself decides. */
export function canReach(runAs: RunAs | undefined, path: string): boolean {
  if (!runAs) return true;
  const asked = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...spawnAs(runAs), cwd: '/' });
  if (asked.error) {
    throw new DatabaseStartError(
      `Postgres does not run as root, and this process may not become ${runAs.name} (${asked.error.message}). ` +
        'Start as another user, or set DATABASE_URL.',
      { cause: asked.error },
    );
  }
  return asked.status === 0;
}
