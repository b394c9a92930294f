/** `npm run restore -- folder [--force]`: restores a backup of `npm run backup`. */
import { parseCommandLine, runCommand } from './backup/command.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { DatabaseStartError } from './errors.ts';

await runCommand(async (log) => {
  const { positionals, flags, settings } = parseCommandLine(process.argv.slice(2), ['--force']);
  const [from] = positionals;
  if (!from)
    throw new DatabaseStartError('Name the folder of the backup: npm run restore -- <folder> [--force]');
  await restoreBackup({ ...settings, from, force: flags.has('--force'), log });
  console.log(`The state of ${from} is back in ${settings.dataFolder}.`);
});
