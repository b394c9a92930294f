/** For tests: a backend on a port of its own, with functions that the test writes. */
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll } from 'vitest';
import { readDownloads } from '../../../backend/config/backend-settings.ts';
import { parseConfig } from '../../../backend/config/read-config.ts';
import { type Backend, createBackend } from '../../../backend/create-backend.ts';
import type { FunctionTimes } from '../../../backend/functions/service.ts';
import { createHttpServer } from '../../../backend/http/http-server.ts';
import { readSecrets, type Secrets } from '../../../backend/identity/secrets.ts';
import type { Database } from '../../../database/database.ts';
import type { LogEntry } from '../../../database/log.ts';
import { makeFolder } from '../database/folders.ts';
import { openCopiedDatabase } from '../database/shared-server.ts';

export interface TestFunctions {
  url: string;
  database: Database;
  secrets: Secrets;
  /** The folder of config.toml. */
  folder: string;
  log: LogEntry[];
  activity: Backend['activity'];
  /** Writes `functions/<path>`. */
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Calls a function with the service key, unless other headers are given. */
  call(path: string, init?: RequestInit): Promise<Response>;
  client(key?: string): SupabaseClient;
  /** Everything that the functions have logged. */
  logged(): string;
  close(): Promise<void>;
}

export interface TestFunctionsOptions {
  toml?: string;
  files?: Record<string, string>;
  times?: Partial<FunctionTimes>;
  privateHosts?: string[];
}

/** Opens it before the tests of the file. */
export function startFunctions(options: TestFunctionsOptions = {}): () => TestFunctions {
  let opened: TestFunctions | undefined;
  beforeAll(async () => {
    opened = await openTestFunctions(options);
  });
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The functions of this file did not start.');
    return opened;
  };
}

export async function openTestFunctions(options: TestFunctionsOptions): Promise<TestFunctions> {
  const { folder: place, remove: removePlace } = await makeFolder();
  const folder = join(place, 'supabase');
  const log: LogEntry[] = [];
  const database = await openCopiedDatabase({ log: () => {}, answerWithinMs: 20_000 });
  const secrets = await readSecrets({ dataDirectory: join(place, 'data') });
  const config = parseConfig(`[auth.email]\nenable_confirmations = false\n${options.toml ?? ''}`);
  let serve: Awaited<ReturnType<typeof createBackend>>['fetch'] = () => Promise.reject(new Error('not open'));
  const http = createHttpServer({
    fetch: (request, exchange) => serve(request, exchange),
    createRequestId: (offered) => offered ?? `request-${log.length}`,
    webSockets: {
      accepts: (path) => backend.webSockets?.accepts(path) ?? false,
      upgrade: async (...upgrade) => backend.webSockets?.upgrade(...upgrade),
      close: async () => backend.webSockets?.close(),
    },
  });
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  const backend = await createBackend({
    config: config.auth,
    api: config.api,
    database,
    secrets,
    log: (entry) => log.push(entry),
    externalUrl: `${url}/auth/v1`,
    configFolder: folder,
    isOnlyProcess: true,
    privateHosts: options.privateHosts ?? [],
    functions: {
      config: config.functions,
      dataFolder: join(place, 'data'),
      downloads: readDownloads(process.env),
      certificates: undefined,
      ...(options.times && { times: options.times }),
    },
  });
  serve = backend.fetch;
  const write = async (path: string, text: string) => {
    const file = join(folder, 'functions', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    // Until the site looks at the files again.
    await setTimeout(30);
  };
  for (const [path, text] of Object.entries(options.files ?? {})) await write(path, text);
  return {
    url,
    database,
    secrets,
    folder,
    log,
    activity: backend.activity,
    write,
    remove: (path) => rm(join(folder, 'functions', path), { recursive: true, force: true }),
    call: (path, init = {}) =>
      fetch(`${url}/functions/v1/${path}`, {
        ...init,
        headers: init.headers ?? { authorization: `Bearer ${secrets.anonKey}` },
      }),
    client: (key = secrets.anonKey) =>
      createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
    logged: () => log.map(({ message }) => message).join('\n'),
    async close() {
      const stopped = once(http.server, 'close').then(() => {});
      http.server.close();
      await http.close(stopped);
      await backend.close();
      await database.close();
      await removePlace();
    },
  };
}
