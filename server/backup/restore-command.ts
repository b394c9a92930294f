/** `npm run restore -- address [--force]`: restores a backup of `npm run backup`, or the newest one of a place. */
import { requireReplaceable, restoreBackup } from '../../database/backup/restore-backup.ts';
import { DatabaseStartError } from '../../database/errors.ts';
import { parseCommandLine, runCommand } from './command.ts';
import { findBackup } from './find-backup.ts';

await runCommand(async (log) => {
  const { positionals, flags, settings, backups } = parseCommandLine(process.argv.slice(2), ['--force']);
  const [from] = positionals;
  if (!from)
    throw new DatabaseStartError(
      'Name the backup: npm run restore -- <folder or s3://bucket/prefix/name> [--force]',
    );
  const found = await findBackup(from, backups.account);
  const force = flags.has('--force');
  await requireReplaceable({ ...settings, force, log });
  await found.use(settings.dataFolder, log, (folder) =>
    restoreBackup({ ...settings, from: folder, force, log }),
  );
  console.log(`The state of ${found.address} is back in ${settings.dataFolder}.`);
});
