/** For tests: a backend with file storage on its own database, called through `fetch` without a port. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { parseConfig } from '../../../backend/config/read-config.ts';
import { type Backend, createBackend } from '../../../backend/create-backend.ts';
import { createKeyRing } from '../../../backend/identity/key-ring.ts';
import { readSecrets, type Secrets } from '../../../backend/identity/secrets.ts';
import type { FileStore } from '../../../backend/storage/files/file-store.ts';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { ownMigrations } from '../../../database/migration-files.ts';
import { openDatabase } from '../../../database/open-database.ts';
import { openCopiedDatabase } from '../database/shared-server.ts';
import { createTokenOf } from '../user-tokens.ts';
import { listFiles } from './test-file-stores.ts';

/** The parsed body; tests access its members freely. */
type Json = ReturnType<typeof JSON.parse>;

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  bytes: Buffer;
  body: Json;
}

export interface RequestOptions {
  method?: string;
  /** The credential; the secret key by default, `null` for none. */
  as?: string | null;
  headers?: Record<string, string>;
  body?: BodyInit | object | null;
}

export interface TestStorage {
  database: Database;
  secrets: Secrets;
  dataFolder: string;
  backend: Backend;
  request(path: string, options?: RequestOptions): Promise<TestResponse>;
  /** The official client with this credential. */
  client(credential?: string): SupabaseClient;
  tokenOf(user: string, claims?: Record<string, unknown>): string;
  /** A bucket that no other test uses. */
  bucket(options?: {
    public?: boolean;
    fileSizeLimit?: number;
    allowedMimeTypes?: string[];
  }): Promise<string>;
  listFiles(): Promise<string[]>;
  /** Closes the backend and starts another on the same data. */
  restart(): Promise<void>;
  advance(seconds: number): void;
  /** The errors that were logged since the last call. */
  takeFaults(): string[];
  close(): Promise<void>;
}

interface StorageTestOptions {
  toml?: string;
  files?: (folder: string) => FileStore;
  /** Uses a server in the data folder, like a site, for tests of the whole folder. */
  ownServer?: boolean;
}

export async function openTestStorage(testOptions: StorageTestOptions = {}): Promise<TestStorage> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'porchlight-storage-'));
  const faults: string[] = [];
  const log: Log = (entry) => {
    if (entry.level === 'error') faults.push(`${entry.message} ${JSON.stringify(entry)}`);
  };
  // A busy machine is slow, and these tests check responses, not times.
  const options = { log, answerWithinMs: 20_000 };
  const database = testOptions.ownServer
    ? await openDatabase({ dataFolder, migrations: [ownMigrations], ...options })
    : await openCopiedDatabase(options);
  const secrets = await readSecrets({ dataDirectory: dataFolder });
  const config = parseConfig(`[auth]\nsite_url = "http://localhost:3000"\n${testOptions.toml ?? ''}`);
  const issuer = 'http://backend.test/auth/v1';
  let moved = 0;
  const start = () =>
    createBackend({
      config: config.auth,
      database,
      secrets,
      log,
      externalUrl: issuer,
      ports: { clock: { now: () => new Date(Date.now() + moved * 1000) } },
      isOnlyProcess: true,
      storage: {
        config: config.storage,
        dataFolder,
        ...(testOptions.files && { files: testOptions.files(join(dataFolder, 'files')) }),
      },
    });
  let backend = await start();
  const send = (request: Request) => backend.fetch(request, { remoteAddress: '203.0.113.7' });

  const test: TestStorage = {
    database,
    secrets,
    dataFolder,
    get backend() {
      return backend;
    },
    async request(path, { method = 'GET', as = secrets.serviceRoleKey, headers = {}, body } = {}) {
      const isJson =
        body !== null && typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype;
      const response = await send(
        new Request(`http://backend.test/storage/v1${path}`, {
          method,
          headers: {
            ...(as === null ? {} : { authorization: `Bearer ${as}` }),
            ...(isJson ? { 'content-type': 'application/json' } : {}),
            ...headers,
          },
          ...(body === undefined || body === null
            ? {}
            : { body: isJson ? JSON.stringify(body) : (body as BodyInit), duplex: 'half' }),
        }),
      );
      const bytes = Buffer.from(await response.arrayBuffer());
      const text = bytes.toString();
      return { status: response.status, headers: response.headers, text, bytes, body: parse(text) };
    },
    client: (credential = secrets.serviceRoleKey) =>
      createClient('http://backend.test', secrets.anonKey, {
        auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
        global: {
          fetch: (url, init) => send(new Request(url, init)),
          headers: { Authorization: `Bearer ${credential}` },
        },
      }),
    tokenOf: createTokenOf(createKeyRing({ jwtSecret: secrets.jwtSecret }), issuer),
    async bucket(options = {}) {
      const name = `bucket-${crypto.randomUUID()}`;
      const { error } = await test.client().storage.createBucket(name, { public: false, ...options });
      if (error) throw error;
      return name;
    },
    listFiles: () => listFiles(join(dataFolder, 'files')),
    async restart() {
      await backend.close();
      backend = await start();
    },
    advance(seconds) {
      moved += seconds;
    },
    takeFaults: () => faults.splice(0),
    async close() {
      await backend.close();
      await database.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
  return test;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
