import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { listBackups, timeOfName } from '../../database/backup/list-backups.ts';
import { moveInto } from '../../database/backup/make-backup.ts';
import { manifestPath, readManifest } from '../../database/backup/manifest.ts';
import { type BackupPlace, longestBackupMs } from './backup-place.ts';

/** Each backup is a folder with its files. */
export function createFolderPlace(address: string): BackupPlace {
  const root = resolve(address);
  return {
    address: root,
    list: () => listBackups(root),
    has: (name) =>
      readManifest(join(root, name)).then(
        () => true,
        () => false,
      ),
    async store(folder, name) {
      const to = join(root, name);
      await moveInto(folder, to);
      return to;
    },
    async open(name, _options, use) {
      await readManifest(join(root, name));
      return use(join(root, name));
    },
    async remove(name) {
      await rm(manifestPath(join(root, name)));
      await rm(join(root, name), { recursive: true });
    },
    async removeLeftovers(now) {
      for (const name of await readdir(root).catch(() => [])) {
        // A removal that was cut off, or a copy from another disk.
        const time = timeOfName(name.replace(/\.partial$/, ''));
        if (time === undefined || time > now - longestBackupMs) continue;
        if (name.endsWith('.partial') || (await isMissing(manifestPath(join(root, name)))))
          await rm(join(root, name), { recursive: true, force: true });
      }
    },
  };
}

/** A file that cannot be reached or read is there: a disk may fail for a moment. */
function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
}
