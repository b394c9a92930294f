/**
 * `npm run backend`: the backend without the site, on port 54321, with the same config.toml and the same data; or of another project:
 * `npm run backend -- --supabase ../other/supabase`.
 */
import type { Log } from '../database/log.ts';
import { readBackendSettings } from './config/backend-settings.ts';
import { listProjectFiles, openAlone } from './open-alone.ts';
import { exitWithError } from './start-errors.ts';
import { handleUncaughtErrors } from './uncaught-errors.ts';
import { watchProject } from './watch-project.ts';

const log: Log = ({ level, message, ...details }) => {
  if (level === 'info') return console.log(message);
  const text = Object.keys(details).length === 0 ? message : `${message} ${JSON.stringify(details)}`;
  console.error(`${level}: ${text}`);
};

const settings = await readBackendSettings(process.env, process.argv.slice(2)).catch(exitWithError);
const { config } = settings;
for (const warning of config.warnings) log({ level: 'warn', message: warning });

const files = listProjectFiles(settings);
// Files that change during the start are handled after it.
const watch = await watchProject(files, log);
const { database, backend, close } = await openAlone(settings, files, log).catch(exitWithError);
const { smtp } = config.auth.email;
if (!smtp.enabled && !config.auth.hooks.send_email)
  log({
    level: 'info',
    message:
      'Emails are kept in porchlight.message_queue. Set [auth.email.smtp] in config.toml to send them.',
  });
if (settings.isOtherProject)
  log({ level: 'info', message: `The data of ${config.directory} is in ${settings.dataDirectory}.` });
log({ level: 'info', message: `The backend is at ${settings.apiUrl}` });
const { reloadMailTemplates, followMigrations } = backend;
watch.start({ database, reloadMailTemplates, followMigrations });

let stopping: Promise<void> | undefined;
function stop(): Promise<void> {
  stopping ??= watch.close().then(close);
  return stopping;
}
// The driver can leave a connecting socket open; the process does not wait for it.
const end = () => void stop().then(() => process.exit(0));
process.on('SIGTERM', end);
process.on('SIGINT', end);
handleUncaughtErrors({ process, log, close: stop });
