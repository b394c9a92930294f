/** For tests: realtime on a port of its own, with raw sockets and official clients. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import { WebSocket } from 'ws';
import { parseConfig } from '../../../backend/config/read-config.ts';
import { type Backend, createBackend } from '../../../backend/create-backend.ts';
import { createHttpServer } from '../../../backend/http/http-server.ts';
import { createKeyRing, type KeyRing } from '../../../backend/identity/key-ring.ts';
import { readSecrets, type Secrets } from '../../../backend/identity/secrets.ts';
import type { BusTimes } from '../../../backend/realtime/bus/create-bus.ts';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { openCopiedDatabase } from '../database/shared-server.ts';
import { createTokenOf } from '../user-tokens.ts';
import { openTestSocket, type TestSocket } from './test-socket.ts';

export interface TestRealtime {
  url: string;
  database: Database;
  secrets: Secrets;
  keyRing: KeyRing;
  /** All logged errors. */
  faults: unknown[];
  warnings: string[];
  activity: Backend['activity'];
  /** A socket with the publishable key, unless other parameters are given. */
  connect(query?: Record<string, string>): Promise<TestSocket>;
  /** The official client. */
  client(key?: string): SupabaseClient;
  /** A user with a session, and a token of it. */
  signUp(): Promise<{ id: string; token: string; client: SupabaseClient }>;
  /** The token of a user without a session. */
  tokenOf(user: string, claims?: Record<string, unknown>): string;
  /** As the process does at its end. */
  closeServer(): Promise<void>;
}

/** Opens it before the tests of the file. `toml`: config.toml. */
export function startRealtime(schema = '', options: { toml?: string } = {}): () => TestRealtime {
  let opened: (TestRealtime & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    opened = await openRealtimeServer(schema, options.toml ?? '');
  });
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) throw new Error('Realtime of this file did not start.');
    return opened;
  };
}

/** `database`: one to use instead of a copy on the shared server. It is closed as well. */
export async function openRealtimeServer(
  schema: string,
  toml: string,
  options: Pick<ProcessOptions, 'busTimes' | 'isOnlyProcess'> & { database?: Database } = {},
): Promise<TestRealtime & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-realtime-'));
  const faults: unknown[] = [];
  const log: Log = (entry) => {
    if (entry.level === 'error') faults.push(entry);
  };
  const database = options.database ?? (await openCopiedDatabase({ log, answerWithinMs: 20_000 }));
  if (schema !== '') await database.sql.script(schema);
  const secrets = await readSecrets({ dataDirectory: folder });
  const process = await openRealtimeProcess({
    isOnlyProcess: true,
    ...options,
    database,
    secrets,
    toml,
    faults,
  });
  return {
    ...process,
    async close() {
      await process.close();
      await database.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export interface ProcessOptions {
  database: Database;
  secrets: Secrets;
  toml?: string;
  isOnlyProcess?: boolean;
  busTimes?: BusTimes;
  faults?: unknown[];
}

/** A backend with a port of its own. Closing leaves the database open. */
export async function openRealtimeProcess(
  options: ProcessOptions,
): Promise<TestRealtime & { close(): Promise<void> }> {
  const { database, secrets, toml = '', faults = [], ...rest } = options;
  const warnings: string[] = [];
  const log: Log = (entry) => {
    if (entry.level === 'error') faults.push(entry);
    if (entry.level === 'warn') warnings.push(entry.message);
  };
  const config = parseConfig(`[auth.email]\nenable_confirmations = false\n${toml}`);
  const issuer = 'http://realtime.test/auth/v1';
  const backend = await createBackend({
    config: config.auth,
    api: config.api,
    realtime: config.realtime,
    database,
    secrets,
    log,
    externalUrl: issuer,
    ...rest,
  });
  const { server, close: closeConnections } = createHttpServer({
    fetch: backend.fetch,
    webSockets: backend.webSockets,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const keyRing = createKeyRing({ jwtSecret: secrets.jwtSecret });
  const sockets: TestSocket[] = [];
  const clients: SupabaseClient[] = [];
  let users = 0;
  let closed: Promise<void> | undefined;

  async function closeServer(): Promise<void> {
    const stopped = once(server, 'close').then(() => {});
    server.close();
    await closeConnections(stopped);
  }

  function openClient(key = secrets.publishableKey): SupabaseClient {
    const client = createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    });
    clients.push(client);
    return client;
  }

  return {
    url,
    database,
    secrets,
    keyRing,
    faults,
    warnings,
    activity: backend.activity,
    async connect(query = {}) {
      const parameters = new URLSearchParams({ apikey: secrets.publishableKey, vsn: '2.0.0', ...query });
      const socket = await openTestSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${parameters}`);
      sockets.push(socket);
      return socket;
    },
    client: openClient,
    async signUp() {
      users += 1;
      const client = openClient();
      const { data, error } = await client.auth.signUp({
        email: `user${users}-${port}@example.com`,
        password: 'correct horse battery 9',
      });
      if (error || !data.session || !data.user) throw error ?? new Error('The user was not signed in.');
      return { id: data.user.id, token: data.session.access_token, client };
    },
    tokenOf: createTokenOf(keyRing, issuer),
    closeServer() {
      closed ??= closeServer();
      return closed;
    },
    async close() {
      for (const client of clients) await client.realtime.disconnect();
      for (const socket of sockets) socket.close();
      closed ??= closeServer();
      await closed;
      await backend.close();
    },
  };
}
