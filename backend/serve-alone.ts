/**
 * `npm run backend`: the backend without the site, on port 54321, with the same config.toml and the same data; or of another project:
 * `npm run backend -- --supabase ../other/supabase`.
 */

import { once } from 'node:events';
import type { Log } from '../database/log.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { listTemplateFiles } from './auth/mail/mail-templates.ts';
import { readBackendSettings } from './config/backend-settings.ts';
import { listSettingsFiles } from './config/read-config.ts';
import { createBackend } from './create-backend.ts';
import { findClientAddress } from './http/client-address.ts';
import { createHttpServer } from './http/http-server.ts';
import { listOwnHosts } from './http/own-address.ts';
import { restrictDataFiles } from './identity/restrict-files.ts';
import { findMigrations } from './site-migrations.ts';
import { exitWithError } from './start-errors.ts';
import { handleUncaughtErrors } from './uncaught-errors.ts';
import { type ProjectFiles, watchProject } from './watch-project.ts';

const log: Log = ({ level, message, ...details }) => {
  if (level === 'info') return console.log(message);
  const text = Object.keys(details).length === 0 ? message : `${message} ${JSON.stringify(details)}`;
  console.error(`${level}: ${text}`);
};

const settings = await readBackendSettings(process.env, process.argv.slice(2)).catch(exitWithError);
for (const warning of settings.config.warnings) log({ level: 'warn', message: warning });

const { config } = settings;
const files: ProjectFiles = {
  migrations: findMigrations(settings),
  seed:
    config.seedPaths && settings.databaseUrl === undefined
      ? { folder: config.directory, paths: config.seedPaths }
      : undefined,
  mailTemplates: listTemplateFiles(config.auth.email, config.directory),
  settings: listSettingsFiles(config),
};
// Files that change during the start are handled after it.
const watch = await watchProject(files, log);
await restrictDataFiles(settings.dataDirectory, log);
const database = await openDatabase({
  ...(settings.databaseUrl === undefined ? {} : { databaseUrl: settings.databaseUrl }),
  directUrl: settings.directUrl,
  dataFolder: settings.dataDirectory,
  log,
  migrations: [ownMigrations, files.migrations],
  openPort: config.databasePort,
  roles: { folder: config.directory, paths: ['./roles.sql'] },
  seed: files.seed,
}).catch(exitWithError);
const backend = await createBackend({
  config: config.auth,
  api: config.api,
  realtime: config.realtime,
  database,
  secrets: settings.secrets,
  signingKeys: settings.signingKeys,
  encryptionKeys: settings.encryptionKeys,
  log,
  externalUrl: config.auth.externalUrl || `${settings.apiUrl}/auth/v1`,
  configFolder: config.directory,
  proxyTrust: settings.proxyTrust,
  privateHosts: settings.privateHosts,
  ownHosts: listOwnHosts({ port: settings.port, apiPort: config.port, projectId: config.projectId }),
  isOnlyProcess: settings.databaseUrl === undefined,
  functions: {
    config: config.functions,
    dataFolder: settings.dataDirectory,
    databaseUrl: settings.databaseUrl ?? (config.databasePort ? database.url : undefined),
    downloads: settings.downloads,
    certificates: settings.certificates,
  },
  storage: {
    config: config.storage,
    dataFolder: settings.dataDirectory,
    s3: settings.s3,
  },
}).catch(async (error: unknown) => {
  await database.close();
  return exitWithError(error);
});
const { server, close: closeConnections } = createHttpServer({
  fetch: backend.fetch,
  webSockets: backend.webSockets,
  findAddress: (remoteAddress, forwardedFor) =>
    findClientAddress(remoteAddress, forwardedFor, settings.proxyTrust),
});
server.listen(settings.port, settings.host);
await once(server, 'listening');
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
async function stopAll(): Promise<void> {
  await watch.close();
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
