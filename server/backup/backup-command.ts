/**
 * `npm run backup [-- folder or s3://bucket/prefix]`: copies the database and all files, and verifies the copy by opening it. `--check`
 * restores the newest backup into a temporary folder instead, to see that it is whole.
 */
import { resolve } from 'node:path';
import { makeBackup } from '../../database/backup/make-backup.ts';
import { testBackup } from '../../database/backup/test-backup.ts';
import { isS3Address } from './backup-settings.ts';
import { parseCommandLine, runCommand } from './command.ts';
import { findBackup } from './find-backup.ts';
import { openBackupPlace, openPlace } from './open-place.ts';
import { removeExpired } from './retention.ts';

await runCommand(async (log) => {
  const { positionals, flags, settings, backups } = parseCommandLine(process.argv.slice(2), ['--check']);
  const [to] = positionals;
  const place =
    to !== undefined && isS3Address(to)
      ? openPlace(to, backups.account)
      : openBackupPlace(backups, settings.dataFolder);

  if (flags.has('--check')) {
    const found = await findBackup(to ?? place.address, backups.account);
    const { name, created } = await found.use(settings.dataFolder, log, async (from, manifest) => {
      await testBackup({ ...settings, from, log });
      return { name: found.address, created: manifest.created };
    });
    console.log(
      `The backup ${name} of ${created} is good: it was restored into a temporary folder, opened and read, and it has all that it had when it was made.`,
    );
    return;
  }

  // A folder that is named here becomes the backup itself; BACKUP_TO and buckets hold many.
  const address =
    to !== undefined && !isS3Address(to)
      ? await makeBackup({ ...settings, to: resolve(to), log })
      : await makeBackup({ ...settings, store: (folder, name) => place.store(folder, name, {}), log });
  console.log(
    `The backup is in ${address}. It holds keys and passwords: keep it as safe as the site itself.`,
  );
  if (to !== undefined && !isS3Address(to)) return;
  // BACKUP_KEEP is about BACKUP_TO. Elsewhere only what was cut off goes.
  const rules = to === undefined ? backups.keep : undefined;
  const removed = await removeExpired({ place, rules, now: Date.now(), log });
  if (removed.length > 0) console.log(`Removed by BACKUP_KEEP: ${removed.join(', ')}.`);
});
