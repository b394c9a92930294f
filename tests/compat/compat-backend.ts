/** For tests: a backend on a free port of loopback, with the official client and access to its outbox. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import { createPasswords } from '../../backend/auth/passwords/create-passwords.ts';
import { systemClock } from '../../backend/auth/service/system-ports.ts';
import { parseConfig } from '../../backend/config/read-config.ts';
import { type Backend, createBackend } from '../../backend/create-backend.ts';
import { createHttpServer } from '../../backend/http/http-server.ts';
import type { OutgoingFetch } from '../../backend/http/outgoing-fetch.ts';
import { readSecrets } from '../../backend/identity/secrets.ts';
import type { SigningJwk } from '../../backend/identity/signing-keys.ts';
import type { Database } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';

export interface StoredMail {
  kind: string;
  code: string;
  link: string;
}

export type AuthOptions = NonNullable<SupabaseClientOptions<'public'>['auth']>;

export interface CompatBackend {
  url: string;
  anonKey: string;
  serviceKey: string;
  /** A client that is not signed in, as in a browser of its own. */
  client(auth?: AuthOptions): SupabaseClient;
  /** A client with the service role. */
  admin(auth?: AuthOptions): SupabaseClient['auth']['admin'];
  /** The newest mail to an address. */
  mail(to: string): Promise<StoredMail>;
  /** The code in the newest text message to a number. */
  textCode(to: string): Promise<string>;
  /** Where a link in a mail leads. */
  follow(link: string): Promise<URL>;
  /** Advances the server's clock. */
  advance(seconds: number): void;
  now(): Date;
}

export interface BackendOptions {
  toml: string;
  signingKeys?: SigningJwk[];
  /** Sign-in providers that replace the ones on the internet. */
  outgoing?: OutgoingFetch;
}

/** Starts a backend before the tests of the present suite and ends it after them. */
export function useBackend(database: () => Database, options: BackendOptions): () => CompatBackend {
  let running: { backend: CompatBackend; end: () => Promise<void> } | undefined;
  beforeAll(async () => {
    running = await start(database(), options);
  });
  afterAll(() => running?.end());
  return () => {
    if (running === undefined) throw new Error('The backend of this suite did not start.');
    return running.backend;
  };
}

// A server error is never expected here and must be visible.
const log: Log = (entry) => {
  if (entry.level === 'error') console.error(entry);
};

async function start(database: Database, options: BackendOptions) {
  let backend: Backend | undefined;
  const { server } = createHttpServer({
    fetch: async (request) =>
      backend === undefined
        ? new Response('starting', { status: 503 })
        : backend.fetch(request, { remoteAddress: '127.0.0.1' }),
    webSockets: {
      accepts: (path) => backend?.webSockets?.accepts(path) === true,
      upgrade: async (...request) => backend?.webSockets?.upgrade(...request),
      close: async () => backend?.webSockets?.close(),
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-compat-'));
  const secrets = await readSecrets({ dataDirectory: folder });
  let moved = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + moved * 1000) };
  const config = parseConfig(options.toml);
  const started = await createBackend({
    config: config.auth,
    api: config.api,
    storage: { config: config.storage, dataFolder: folder },
    database,
    secrets,
    signingKeys: options.signingKeys ?? [],
    log,
    externalUrl: `${url}/auth/v1`,
    phoneOutbox: true,
    ports: {
      clock,
      // Real hashes, thirty times as fast: clients cannot see their cost.
      passwords: createPasswords({ cost: 5 }),
      ...(options.outgoing && { outgoing: options.outgoing }),
    },
  });
  backend = started;
  const find = (medium: string, to: string) => findMessage(database, medium, to);
  const compat: CompatBackend = {
    url,
    anonKey: secrets.anonKey,
    serviceKey: secrets.serviceRoleKey,
    client: (auth = {}) => createClient(url, secrets.anonKey, { auth: { ...inMemoryOptions(), ...auth } }),
    admin: (auth = {}) =>
      createClient(url, secrets.serviceRoleKey, { auth: { ...inMemoryOptions(), ...auth } }).auth.admin,
    mail: (to) => find('mail', to),
    textCode: async (to) => (await find('phone', to)).code,
    async follow(link) {
      const response = await fetch(link, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? 'missing:', url);
    },
    advance(seconds) {
      moved += seconds;
    },
    now: clock.now,
  };
  const end = async () => {
    server.closeAllConnections();
    server.close();
    await started.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { backend: compat, end };
}

function inMemoryOptions(): AuthOptions {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  return { autoRefreshToken: false, persistSession: true, detectSessionInUrl: false, storage };
}

async function findMessage(database: Database, medium: string, to: string): Promise<StoredMail> {
  const [row] = await database.sql<{ kind: string; content: { code?: string; link?: string } }[]>`
    select kind, content from porchlight.message_queue
    where medium = ${medium} and recipient = ${to} and state = 'outbox' order by created_at desc limit 1`;
  if (row === undefined) throw new Error(`Nothing was sent to ${to}.`);
  return { kind: row.kind, code: row.content.code ?? '', link: row.content.link ?? '' };
}
