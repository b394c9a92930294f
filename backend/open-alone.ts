/** The backend without the site, on a port of its own: for `porchlight backend`, and for tests of other projects. */
import { once } from 'node:events';
import type { Database } from '../database/database.ts';
import type { Log } from '../database/log.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { listTemplateFiles } from './auth/mail/mail-templates.ts';
import type { BackendSettings } from './config/backend-settings.ts';
import { listSettingsFiles } from './config/read-config.ts';
import { type Backend, createBackend } from './create-backend.ts';
import { findClientAddress } from './http/client-address.ts';
import { createHttpServer } from './http/http-server.ts';
import { listOwnHosts } from './http/own-address.ts';
import { restrictDataFiles } from './identity/restrict-files.ts';
import { findMigrations } from './site-migrations.ts';
import type { ProjectFiles } from './watch-project.ts';

export interface OpenBackend {
  database: Database;
  backend: Backend;
  close(): Promise<void>;
}

export function listProjectFiles(settings: BackendSettings): ProjectFiles {
  const { config, databaseUrl } = settings;
  return {
    migrations: findMigrations(settings),
    seed:
      config.seedPaths && databaseUrl === undefined
        ? { folder: config.directory, paths: config.seedPaths }
        : undefined,
    mailTemplates: listTemplateFiles(config.auth.email, config.directory),
    settings: listSettingsFiles(config),
  };
}

export async function openAloneDatabase(
  settings: BackendSettings,
  { migrations, seed }: ProjectFiles,
  log: Log,
): Promise<Database> {
  const { config, databaseUrl, directUrl, readUrl, dataDirectory } = settings;
  await restrictDataFiles(dataDirectory, log);
  return openDatabase({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    directUrl,
    readUrl,
    dataFolder: dataDirectory,
    log,
    migrations: [ownMigrations, migrations],
    openPort: config.databasePort,
    roles: { folder: config.directory, paths: ['./roles.sql'] },
    seed,
  });
}

export async function openAlone(
  settings: BackendSettings,
  files: ProjectFiles,
  log: Log,
): Promise<OpenBackend> {
  const database = await openAloneDatabase(settings, files, log);
  try {
    const backend = await createBackend(describeBackend(settings, database, log));
    const close = await listen(settings, backend);
    return {
      database,
      backend,
      async close() {
        await close();
        await backend.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function describeBackend(
  settings: BackendSettings,
  database: Database,
  log: Log,
): Parameters<typeof createBackend>[0] {
  const { config, databaseUrl, dataDirectory: dataFolder } = settings;
  return {
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
    isOnlyProcess: databaseUrl === undefined,
    functions: {
      config: config.functions,
      dataFolder,
      databaseUrl: databaseUrl ?? (config.databasePort ? database.url : undefined),
      downloads: settings.downloads,
      certificates: settings.certificates,
    },
    storage: { config: config.storage, dataFolder, s3: settings.s3 },
  };
}

/** Returns how to stop it. */
async function listen(settings: BackendSettings, backend: Backend): Promise<() => Promise<void>> {
  const { server, close } = createHttpServer({
    fetch: backend.fetch,
    webSockets: backend.webSockets,
    findAddress: (remoteAddress, forwardedFor) =>
      findClientAddress(remoteAddress, forwardedFor, settings.proxyTrust),
  });
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  return async () => {
    const stopped = once(server, 'close');
    server.close();
    await close(stopped.then(() => {}));
  };
}
