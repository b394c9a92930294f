/**
 * Puts the backend together from configuration, keys and database, with one `fetch` as its interface. Any number can run in one
 * process.
 */

import { createHmac } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { createPlaceholderIds } from './auth/accounts/placeholder-ids.ts';
import { explainTriggerErrors } from './auth/accounts/trigger-errors.ts';
import { createListQueue } from './auth/admin/list-queue.ts';
import { startCleanUp } from './auth/clean-up.ts';
import { createColumnEncryption } from './auth/encryption/create-column-encryption.ts';
import { startReEncryption } from './auth/encryption/re-encrypt-secrets.ts';
import { pathBelow } from './auth/oauth-server/well-known-path.ts';
import { createPasswordStrength } from './auth/passwords/check-strength.ts';
import { createDocuments } from './auth/providers/documents.ts';
import { createServeAuth } from './auth/serve.ts';
import type { AuthPorts, AuthService } from './auth/service/service.ts';
import { createSamlServiceProvider } from './auth/sso/service-provider.ts';
import { type ApiConfig, defaultApi } from './config/api-config.ts';
import { type EncryptionKeys, noEncryptionKeys } from './config/encryption-settings.ts';
import { defaultRealtime, type RealtimeConfig } from './config/realtime-config.ts';
import { createPorts, type PortsOptions } from './create-ports.ts';
import { toApiErrorResponse } from './http/api-error.ts';
import { type Connection, createClientAddress, type ProxyTrust } from './http/client-address.ts';
import type { WebSockets } from './http/http-server.ts';
import { createOutgoingFetch } from './http/outgoing-fetch.ts';
import { createAnswerOwn } from './http/own-address.ts';
import { createReadCredential } from './identity/api-keys.ts';
import { createKeyRing } from './identity/key-ring.ts';
import { createReadCaller, type ReadCaller } from './identity/read-caller.ts';
import type { Secrets } from './identity/secrets.ts';
import type { SigningJwk } from './identity/signing-keys.ts';
import {
  type FunctionsParts,
  functionsPath,
  type ListedFunction,
  type OpenFunctions,
  openFunctions,
} from './open-functions.ts';
import { openRealtime, realtimePath } from './open-realtime.ts';
import { openRest, restPath } from './open-rest.ts';
import { type OpenStorage, openStorage, type StorageParts, storagePath } from './open-storage.ts';
import { openWebhooks } from './open-webhooks.ts';
import type { BusTimes } from './realtime/bus/create-bus.ts';
import type { RealtimeCount } from './realtime/create-realtime.ts';
import { startSchedules } from './schedules/start-schedules.ts';
import type { SenderTimes } from './webhooks/start-sender.ts';

export interface BackendOptions extends PortsOptions {
  /** What `/rest/v1` offers. The auth service alone has none. */
  api?: ApiConfig;
  /** What `/storage/v1` serves. The auth service alone has none. */
  storage?: StorageParts | undefined;
  realtime?: RealtimeConfig;
  /** What `/functions/v1` runs. The auth service alone has none. */
  functions?: FunctionsParts | undefined;
  database: Pick<
    Database,
    | 'sql'
    | 'requests'
    | 'readReplica'
    | 'auth'
    | 'storage'
    | 'realtime'
    | 'site'
    | 'openReplication'
    | 'openRoleSession'
    | 'whenWritable'
  >;
  /** No other process uses this database. Default: others may. */
  isOnlyProcess?: boolean;
  /** How soon realtime notices that another process has died. */
  busTimes?: BusTimes;
  /** How soon webhooks are sent again. */
  webhookTimes?: SenderTimes;
  secrets: Secrets;
  signingKeys?: readonly SigningJwk[];
  /** Encrypts secrets in the database. Default: none, and they are stored as plain text. */
  encryptionKeys?: EncryptionKeys;
  /** `/auth/v1`, or `/` for the auth service alone. */
  basePath?: string;
  /** The public URL of the base path. Default: `external_url` of the configuration, else the site's URL. */
  externalUrl?: string;
  /** The page of the site that mail links lead to. Without it they lead to GET /verify. */
  confirmPath?: string;
  /** Which proxies' X-Forwarded-For is trusted. Default: none. */
  proxyTrust?: ProxyTrust;
  /** Names of this process beside `externalUrl`, each with its port. Hooks and webhooks to them are answered here. */
  ownHosts?: readonly string[];
}

export interface Backend {
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** For the HTTP server. The auth service alone has none. */
  webSockets: WebSockets | undefined;
  /** Reads who is calling from a key or an access token. */
  readCaller: ReadCaller;
  /** Reads the owner's mail templates again. With a fault in one of them, all stay as they were. */
  reloadMailTemplates(): Promise<void>;
  /** What its parts are doing, for the owner. */
  activity: BackendActivity;
  /** Begins what new migrations have made possible. */
  followMigrations(): Promise<void>;
  /** Waits for mails that are being sent; the others stay queued. The database stays open: the caller owns it. */
  close(): Promise<void>;
}

export interface BackendActivity {
  /** Of this process. */
  countRealtime(): Promise<RealtimeCount>;
  listFunctions(): Promise<ListedFunction[]>;
  /** Runs a job of cron.job besides its schedule. False if it runs or waits already, or does not run here. */
  runJob(id: string): boolean;
}

const version = '0.1.0';

export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { config, secrets, log } = options;
  const { auth: database } = options.database;
  const basePath = (options.basePath ?? '/auth/v1').replace(/\/+$/, '');
  const externalUrl = (options.externalUrl ?? (config.externalUrl || config.siteUrl + basePath)).replace(
    /\/+$/,
    '',
  );
  const issuer = config.jwtIssuer || externalUrl;
  const keyRing = createKeyRing({ jwtSecret: secrets.jwtSecret, signingKeys: options.signingKeys ?? [] });
  const answerOwn = createAnswerOwn({
    publicUrl: externalUrl,
    hosts: options.ownHosts ?? [],
    serve: (request) => fetch(request, { remoteAddress: '127.0.0.1' }),
  });
  const { ports, reloadMailTemplates, close } = await createPorts(options, externalUrl, answerOwn);
  const cleanUp = startCleanUp({ database, config, clock: ports.clock, log });
  const encryption = createColumnEncryption(options.encryptionKeys ?? noEncryptionKeys, ports.random);
  const reEncryption = startReEncryption({ database, encryption, log });
  const service: AuthService = {
    ...ports,
    config,
    database: explainTriggerErrors(database),
    readList: createListQueue(database),
    keyRing,
    documents: createDocuments({ ...ports, log }),
    flowKey: deriveKey(secrets, 'cookies of sign-in flows'),
    readCaller: createReadCaller({
      readCredential: createReadCredential(keyRing, secrets),
      issuer,
      audience: config.audience,
    }),
    saml: await createSamlServiceProvider({
      config: config.saml,
      externalUrl,
      secretsDirectory: secrets.directory,
    }),
    encryption,
    strength: createStrength(options, ports),
    placeholderIds: createPlaceholderIds(secrets.jwtSecret),
    externalUrl,
    issuer,
    confirmPath: options.confirmPath,
    version,
    log,
  };
  const readAddress = createClientAddress(options.proxyTrust ?? { hops: 0 });
  const api = options.api ?? defaultApi;
  const { isOnlyProcess = false } = options;
  const rest = basePath !== '' && api.enabled ? openRest(api, options.database, service) : undefined;
  const storage: OpenStorage | undefined =
    options.storage &&
    (await openStorage({ ...options.storage, isOnlyProcess }, options.database, service, secrets));
  const bus = isOnlyProcess
    ? undefined
    : { key: deriveKey(secrets, 'realtime between processes'), times: options.busTimes };
  const realtime =
    basePath === ''
      ? undefined
      : openRealtime(options.realtime ?? defaultRealtime, options.database, service, bus);
  const functions =
    options.functions &&
    openFunctions(options.functions, service, secrets, {
      configFolder: options.configFolder ?? 'supabase',
      privateHosts: options.privateHosts ?? [],
      fetch: (request) => fetch(request),
      webSockets: realtime?.webSockets,
    });
  const outgoing = answerOwn(createOutgoingFetch({ privateHosts: options.privateHosts ?? [] }));
  const webhooks =
    basePath === ''
      ? undefined
      : openWebhooks({ database: options.database, outgoing, times: options.webhookTimes, log });
  // The start does not wait for it.
  void webhooks?.open();

  // Jobs follow the clock of the machine.
  const schedules =
    basePath === '' ? undefined : startSchedules({ database: options.database, log, now: Date.now });

  const serveAuth = createServeAuth(service, readAddress);
  const fetch = createFetch({ basePath, serveAuth, readAddress, rest, storage, realtime, functions });

  return {
    fetch,
    webSockets: joinWebSockets(realtime?.webSockets, functions?.webSockets),
    async close() {
      // Webhooks may call functions, and functions the other services, until they end.
      await webhooks?.close();
      await functions?.close();
      await Promise.all([
        cleanUp.close(),
        reEncryption.close(),
        close(),
        rest?.close(),
        storage?.close(),
        realtime?.close(),
        schedules?.close(),
      ]);
    },
    readCaller: service.readCaller,
    reloadMailTemplates,
    activity: {
      countRealtime: async () => (await realtime?.count()) ?? { sockets: 0, channels: 0 },
      listFunctions: async () => (await functions?.list()) ?? [],
      runJob: (id) => schedules?.runNow(id) ?? false,
    },
    followMigrations: async () => webhooks?.open(),
  };
}

function createStrength({ config, log }: BackendOptions, { outgoing }: AuthPorts) {
  return createPasswordStrength({
    minimumLength: config.minimumPasswordLength,
    requiredCharacters: config.passwordCharacters,
    refuseCommon: config.stricter.refuseCommonPasswords,
    ...(config.refuseLeakedPasswords && { leaked: { outgoing, failClosed: false, log } }),
  });
}

/** Passes a request to the service of its path. */
function createFetch(services: {
  basePath: string;
  serveAuth: ReturnType<typeof createServeAuth>;
  readAddress: ReturnType<typeof createClientAddress>;
  rest: ReturnType<typeof openRest> | undefined;
  storage: OpenStorage | undefined;
  realtime: ReturnType<typeof openRealtime> | undefined;
  functions: OpenFunctions | undefined;
}): Backend['fetch'] {
  const { rest, storage, realtime, functions } = services;
  return async (request, connection = {}) => {
    const url = new URL(request.url);
    if (functions && url.pathname.startsWith(`${functionsPath}/`)) {
      const client = {
        address: services.readAddress(request, connection),
        requestId: connection.requestId ?? '',
      };
      return functions.serve(request, url, url.pathname.slice(functionsPath.length), client);
    }
    if (rest && (url.pathname === restPath || url.pathname.startsWith(`${restPath}/`)))
      return rest.serve(request, url, url.pathname.slice(restPath.length) || '/');
    if (storage && url.pathname.startsWith(`${storagePath}/`))
      return storage.serve(request, url, url.pathname.slice(storagePath.length));
    if (realtime && url.pathname.startsWith(`${realtimePath}/`))
      return realtime.serve(request, url, url.pathname.slice(realtimePath.length));
    const path = pathBelow(services.basePath, url.pathname);
    if (path === undefined) return toApiErrorResponse(url.pathname, 404, 'Nothing is served here.');
    return services.serveAuth(request, url, path, connection);
  };
}

/** Both are told when the process ends. */
function joinWebSockets(...given: (WebSockets | undefined)[]): WebSockets | undefined {
  const all = given.filter((sockets) => sockets !== undefined);
  if (all.length === 0) return undefined;
  const find = (path: string) => all.find((sockets) => sockets.accepts(path));
  return {
    accepts: (path) => find(path) !== undefined,
    upgrade: async (request, ...rest) => find(request.url?.split('?')[0] ?? '')?.upgrade(request, ...rest),
    close: async () => void (await Promise.all(all.map((sockets) => sockets.close()))),
  };
}

function deriveKey({ jwtSecret }: Secrets, purpose: string): Buffer {
  return createHmac('sha256', jwtSecret).update(purpose).digest();
}
