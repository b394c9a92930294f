/** The backend in this process: database, keys and auth service. Not used with a hosted project. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BackendSettings, readBackendSettings } from '../backend/config/backend-settings.ts';
import type { BackendConfig } from '../backend/config/read-config.ts';
import { type Backend, createBackend } from '../backend/create-backend.ts';
import { listOwnHosts } from '../backend/http/own-address.ts';
import { findMigrations } from '../backend/site-migrations.ts';
import { isStartError } from '../backend/start-errors.ts';
import type { Connections, Database } from '../database/database.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { type DatabaseOptions, openDatabase } from '../database/open-database.ts';
import site from '../site.config.ts';
import { type ApiKeys, writeCurrentTypes } from './admin/api/api-routes.ts';
import { type Backups, createBackups } from './admin/health/backups.ts';
import type { EmbeddedHealth } from './admin/health/health-routes.ts';
import { isForThisMachine, type MailDelivery, readSettingFacts } from './admin/health/setting-faults.ts';
import { type AccountMaker, createAccountMaker } from './admin/people/account-maker.ts';
import { createMigrationWriter, type MigrationWriter } from './admin/sql/migration-writer.ts';
import type { Log } from './log.ts';
import { createMailBox, type MailBox, type RenderMailPage } from './mail-box.ts';
import { mailPageLink, readMailPageKey } from './mail-page-key.ts';
import { countQueuedMessages } from './metrics/queued-messages.ts';
import type { BackendFigures } from './metrics/site-metrics.ts';
import { createOwnership, type Ownership, ownerLink } from './ownership/ownership.ts';
import { setOwners } from './session/owners.ts';
import { createVerifyInProcess } from './session/verify-in-process.ts';
import type { VerifyToken } from './session/visitor.ts';
import type { Settings } from './settings.ts';
import { StartUpError } from './start-up-error.ts';

export interface EmbeddedBackend extends AdminParts {
  fetch: Backend['fetch'];
  webSockets: Backend['webSockets'];
  /** The public API key of browsers. */
  publicKey: string;
  hasFunction(name: string): boolean;
  verifyToken: VerifyToken;
  /** For modules of the site that store data without acting for a visitor. */
  database: Pick<Connections, 'sql'>;
  /** Access to mails without a configured delivery. Only if the site is for this machine. */
  mail: MailPageAccess | undefined;
  ownership: Ownership;
  /** What the metrics show of it. */
  figures: BackendFigures;
  /** What an owner does about the health of the site. */
  health: EmbeddedHealth;
  /** The link that makes a visitor the owner, while there is none. It is a secret. */
  ownerLink: string | undefined;
  close(): Promise<void>;
}

/** What the admin area offers with this backend only. */
interface AdminParts {
  accounts: AccountMaker;
  migrations: MigrationWriter;
  /** Shown to an owner who asks for them. */
  keys: ApiKeys;
  /** The TypeScript types of the database, as `npm run db:types` writes them. */
  writeTypes(): Promise<string>;
}

export interface MailPageAccess {
  /** The link to the mailbox. It is a secret: the mailbox contains codes and links for signing in. */
  link: string;
  createBox(renderPage: RenderMailPage): MailBox;
}

type Environment = Record<string, string | undefined>;

const noMailServer =
  'No email can be sent: users cannot confirm an address, sign in by email or reset a password. Set [auth.email.smtp] in supabase/config.toml.';

export async function openEmbeddedBackend(
  settings: Settings,
  environment: Environment,
  log: Log,
  disk: Pick<DatabaseOptions, 'readFreeBytes'> = {},
): Promise<EmbeddedBackend> {
  const backendSettings = await readBackendSettings(environment).catch(toStartUpError);
  const { config, secrets, signingKeys } = backendSettings;
  for (const warning of config.warnings) log.warn(warning);
  const writeLog = toDatabaseLog(log);

  const database = await openDatabase({
    ...settings,
    ...disk,
    log: writeLog,
    migrations: [ownMigrations, findMigrations(backendSettings, true)],
    openPort: config.databasePort,
    roles: { folder: config.directory, paths: ['./roles.sql'] },
    seed: config.seedPaths && { folder: config.directory, paths: config.seedPaths },
  }).catch(toStartUpError);

  try {
    const sendsMail = config.auth.email.smtp.enabled || config.auth.hooks.send_email !== undefined;
    const keepsMail = !sendsMail && isForThisMachine(settings.siteUrl);
    const mailKey = keepsMail ? await readMailPageKey(settings.dataFolder) : undefined;
    if (!sendsMail && !keepsMail) log.warn(noMailServer);
    const addressesAreConfirmed = config.auth.email.enableConfirmations;
    const ownership = createOwnership(database.site);
    let ownerSecret: string | undefined;
    await database.whenWritable(async () => {
      await setOwners(database.site, site.owners, { addressesAreConfirmed, log });
      if (addressesAreConfirmed) ownerSecret = await ownership.offer(settings.dataFolder);
    });
    // Without the admin area, its functions in the database are closed too.
    const requestSettings = settings.admin ? [] : ([['porchlight.admin', 'off']] as const);
    const backend = await createBackend({
      // The process knows its own URL better than a file that is shared with other machines.
      config: { ...config.auth, siteUrl: settings.siteUrl },
      api: { ...config.api, settings: requestSettings, reports: ['page_view_report'] },
      realtime: config.realtime,
      database,
      secrets,
      signingKeys,
      encryptionKeys: backendSettings.encryptionKeys,
      log: writeLog,
      configFolder: config.directory,
      // A text message that can be neither sent nor read is refused.
      phoneOutbox: mailKey !== undefined,
      confirmPath: site.signIn.callback,
      privateHosts: backendSettings.privateHosts,
      ownHosts: listOwnHosts({ port: settings.port, apiPort: config.port, projectId: config.projectId }),
      isOnlyProcess: settings.databaseUrl === undefined,
      functions: {
        config: config.functions,
        dataFolder: settings.dataFolder,
        databaseUrl: settings.databaseUrl ?? (config.databasePort ? database.url : undefined),
        downloads: backendSettings.downloads,
        certificates: backendSettings.certificates,
      },
      storage: {
        config: { ...config.storage, settings: requestSettings },
        dataFolder: settings.dataFolder,
        s3: backendSettings.s3,
      },
    });
    const backups = createBackups({ ...settings, environment, database, log: writeLog });
    const health = openHealth(backendSettings, { keepsMail, backend, backups });
    return {
      fetch: backend.fetch,
      webSockets: backend.webSockets,
      publicKey: secrets.publishableKey,
      hasFunction: (name) => hasFunction(config, name),
      database: database.site,
      verifyToken: createVerifyInProcess(backend.readCaller),
      mail: mailKey === undefined ? undefined : openMailPage(settings.siteUrl, database.auth, mailKey),
      ownership,
      ...createAdminParts(settings, backendSettings, { backend, database, log: writeLog }),
      health,
      figures: {
        countConnections: database.countConnections,
        countQueuedMessages: () => countQueuedMessages(database.auth),
        countRealtime: backend.activity.countRealtime,
      },
      ownerLink: ownerSecret && ownerLink(settings.siteUrl, site.signIn.login, ownerSecret),
      async close() {
        await health.backups.close();
        await backend.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    return toStartUpError(error);
  }
}

function toDatabaseLog(log: Log): DatabaseOptions['log'] {
  return ({ level, message, ...fields }) => log[level](message, fields);
}

function createAdminParts(
  { siteUrl }: Settings,
  settings: BackendSettings,
  { backend, database, log }: { backend: Backend; database: Database; log: DatabaseOptions['log'] },
): AdminParts {
  const { secrets, config } = settings;
  return {
    accounts: createAccountMaker({ fetch: backend.fetch, siteUrl, serviceKey: secrets.serviceRoleKey }),
    migrations: createMigrationWriter({
      databaseUrl: database.url,
      set: findMigrations(settings, true),
      onApplied: backend.followMigrations,
      log,
    }),
    keys: secrets,
    writeTypes: () => writeCurrentTypes(database, config.api.schemas),
  };
}

function openMailPage(siteUrl: string, database: Connections, key: string): MailPageAccess {
  return {
    link: mailPageLink(siteUrl, key),
    createBox: (renderPage) => createMailBox({ database, key, renderPage }),
  };
}

function openHealth(
  { config, secrets }: BackendSettings,
  { keepsMail, backend, backups }: { keepsMail: boolean; backend: Backend; backups: Backups },
): EmbeddedHealth {
  const mail = describeDelivery(config.auth, keepsMail);
  return {
    backups,
    activity: backend.activity,
    facts: readSettingFacts(config.auth, { mail, jwtSecret: secrets.jwtSecret }),
  };
}

function describeDelivery({ email, hooks }: BackendConfig['auth'], keepsMail: boolean): MailDelivery {
  if (hooks.send_email) return 'hook';
  if (email.smtp.enabled) return 'smtp';
  return keepsMail ? 'page' : 'none';
}

function hasFunction({ directory, functions }: BackendConfig, name: string): boolean {
  const isOn = functions.enabled && functions.functions.get(name)?.enabled !== false;
  return isOn && existsSync(join(directory, 'functions', name));
}

/** Errors that the user can fix are printed without a stack. */
function toStartUpError(error: unknown): never {
  throw isStartError(error) ? new StartUpError(error.message, { cause: error }) : error;
}
