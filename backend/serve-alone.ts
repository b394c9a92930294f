/** `npm run backend`: the backend without the site, on port 54321, with the same config.toml and the same data. */

import { once } from 'node:events';
import { join } from 'node:path';
import type { Log } from '../database/log.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { readBackendSettings } from './config/backend-settings.ts';
import { createBackend } from './create-backend.ts';
import { createHttpServer } from './http/http-server.ts';
import { restrictDataFiles } from './identity/restrict-files.ts';
import { exitWithError } from './start-errors.ts';
import { handleUncaughtErrors } from './uncaught-errors.ts';

const log: Log = ({ level, message, ...details }) => {
  if (level === 'info') return console.log(message);
  const text = Object.keys(details).length === 0 ? message : `${message} ${JSON.stringify(details)}`;
  console.error(`${level}: ${text}`);
};

const settings = await readBackendSettings(process.env).catch(exitWithError);
for (const warning of settings.config.warnings) log({ level: 'warn', message: warning });

await restrictDataFiles(settings.dataDirectory, log);
const database = await openDatabase({
  ...(settings.databaseUrl === undefined ? {} : { databaseUrl: settings.databaseUrl }),
  dataFolder: settings.dataDirectory,
  log,
  migrations: [ownMigrations, { kind: 'site', folder: join(settings.config.directory, 'migrations') }],
  seed: settings.config.seedPaths && { folder: settings.config.directory, paths: settings.config.seedPaths },
}).catch(exitWithError);
const backend = await createBackend({
  config: settings.config.auth,
  api: settings.config.api,
  database,
  secrets: settings.secrets,
  signingKeys: settings.signingKeys,
  encryptionKeys: settings.encryptionKeys,
  log,
  externalUrl: settings.config.auth.externalUrl || `${settings.apiUrl}/auth/v1`,
  configFolder: settings.config.directory,
  proxyTrust: settings.proxyTrust,
  privateHosts: settings.privateHosts,
  storage: {
    config: settings.config.storage,
    dataFolder: settings.dataDirectory,
    s3: settings.s3,
    isOnlyProcess: settings.databaseUrl === undefined,
  },
}).catch(async (error: unknown) => {
  await database.close();
  return exitWithError(error);
});
const { server, close: closeConnections } = createHttpServer({ fetch: backend.fetch });
server.listen(settings.port, settings.host);
await once(server, 'listening');
const { smtp } = settings.config.auth.email;
if (!smtp.enabled && !settings.config.auth.hooks.send_email)
  log({
    level: 'info',
    message: 'Mails are kept in porchlight.message_queue. Set [auth.email.smtp] in config.toml to send them.',
  });
log({ level: 'info', message: `The backend is at ${settings.apiUrl}` });

let stopping: Promise<void> | undefined;
async function stopAll(): Promise<void> {
  const stopped = once(server, 'close');
  server.close();
  await closeConnections(stopped.then(() => {}));
  await backend.close();
  await database.close();
}
function stop(): Promise<void> {
  stopping ??= stopAll();
  return stopping;
}
// The driver can leave a connecting socket open; the process does not wait for it.
const end = () => void stop().then(() => process.exit(0));
process.on('SIGTERM', end);
process.on('SIGINT', end);
handleUncaughtErrors({ process, log, close: stop });
