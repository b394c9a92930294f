/** `npm run backup [-- folder]`: copies the database and all files, and verifies the copy by opening it. */

import { runCommand, settingsOfCommand } from './backup/command.ts';
import { makeBackup } from './backup/make-backup.ts';

await runCommand(async (log) => {
  const { words, settings } = settingsOfCommand(process.argv.slice(2), []);
  const to = await makeBackup({ ...settings, ...(words[0] ? { to: words[0] } : {}), log });
  console.log(`The backup is in ${to}. It holds keys and passwords: keep it as safe as the site itself.`);
});
