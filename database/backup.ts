/** `npm run backup [-- folder]`: copies the database and all files, and verifies the copy by opening it. */

import { parseCommandLine, runCommand } from './backup/command.ts';
import { makeBackup } from './backup/make-backup.ts';

await runCommand(async (log) => {
  const { positionals, settings } = parseCommandLine(process.argv.slice(2), []);
  const to = await makeBackup({ ...settings, ...(positionals[0] ? { to: positionals[0] } : {}), log });
  console.log(`The backup is in ${to}. It holds keys and passwords: keep it as safe as the site itself.`);
});
