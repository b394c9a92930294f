/** For tests: the admin API on a real backend with the site's tables, an owner, and a content folder of its own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { parseConfig } from '../../../backend/config/read-config.ts';
import { parseDatabaseUrl } from '../../../database/connection-target.ts';
import { migrate } from '../../../database/migrate.ts';
import { openPool } from '../../../database/pool.ts';
import { type Content, openContent } from '../../../markdown/open-content.ts';
import type { AdminRoute } from '../../../server/admin/admin-route.ts';
import { writeCurrentTypes } from '../../../server/admin/api/api-routes.ts';
import { createAskBackend } from '../../../server/admin/ask-backend.ts';
import { createBackups } from '../../../server/admin/health/backups.ts';
import { createRequestCounter } from '../../../server/admin/health/request-figures.ts';
import { readSettingFacts } from '../../../server/admin/health/setting-faults.ts';
import { listAdminRoutes, type OpenAdminOptions, openAdmin } from '../../../server/admin/open-admin.ts';
import { createAccountMaker } from '../../../server/admin/people/account-maker.ts';
import { createMigrationWriter } from '../../../server/admin/sql/migration-writer.ts';
import { createVerifyInProcess } from '../../../server/session/verify-in-process.ts';
import site from '../../../site.config.ts';
import { openTestDatabase, type TestDatabase, type TestService } from '../auth/test-service.ts';
import { makeFolder } from '../database/folders.ts';
import { freshEmail } from '../fresh-contact.ts';
import { repository } from '../read-tree.ts';

export const siteUrl = 'http://localhost:3000';
export const password = 'correct horse battery 9';

/** A test reads into any JSON that the server answered. */
type Json = ReturnType<typeof JSON.parse>;

export interface AdminAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

export interface AdminRequest {
  method?: string;
  query?: Record<string, string>;
  /** Sent as JSON; bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** A token; the owner's if left out, and none if null. */
  as?: string | null;
}

export interface TestAdmin {
  content: Content;
  contentFolder: string;
  dataFolder: string;
  /** Where new migrations are written. The site's own, which the database has, are not in it. */
  migrationsFolder: string;
  service: TestService;
  database: TestDatabase['database'];
  secrets: TestDatabase['secrets'];
  /** The table of the API. */
  routes: Pick<AdminRoute, 'method' | 'path' | 'asksAgain'>[];
  owner: { id: string; email: string; token: string };
  /** A request of the site's own page to a path below /admin/v1. */
  call(path: string, request?: AdminRequest): Promise<AdminAnswer>;
  /** An account with a confirmed address, and a token of it. */
  createPerson(): Promise<{ id: string; email: string; token: string }>;
  signIn(email: string): Promise<string>;
  /** What the log says, oldest first: `content.save posts/a.md`. */
  log(): Promise<string[]>;
}

export type TestFiles = Record<string, string | Uint8Array>;

export interface TestAdminOptions extends Partial<OpenAdminOptions> {
  /** Runs when the files of the content folder are written, before it is opened. */
  prepare?(contentFolder: string): Promise<void> | void;
}

/** Opened before the tests of a file. `files`: the content folder, by path. */
export function startAdmin(files: TestFiles = {}, options: TestAdminOptions = {}): () => TestAdmin {
  let opened: (TestAdmin & { close(): Promise<void> }) | undefined;
  beforeAll(async () => {
    opened = await open(files, options);
  });
  afterAll(() => opened?.close());
  return () => {
    if (!opened) throw new Error('The admin area of this file did not start.');
    return opened;
  };
}

async function open(
  files: TestFiles,
  { prepare, ...adminOptions }: TestAdminOptions,
): Promise<TestAdmin & { close(): Promise<void> }> {
  const { folder, remove } = await makeFolder();
  const contentFolder = join(folder, 'content');
  const dataFolder = join(folder, 'data');
  const migrationsFolder = join(folder, 'migrations');
  await mkdir(dataFolder, { recursive: true });
  await mkdir(migrationsFolder);
  for (const [file, text] of Object.entries({ 'index.md': '# Home\n', ...files })) {
    await mkdir(dirname(join(contentFolder, file)), { recursive: true });
    await writeFile(join(contentFolder, file), text);
  }
  await prepare?.(contentFolder);
  const opened = await openTestDatabase();
  const { database, secrets } = opened;
  const pool = openPool(parseDatabaseUrl(database.url), () => {});
  await migrate(pool, [{ kind: 'site', folder: join(repository, 'supabase', 'migrations') }], () => {});
  await pool.end();
  const config = parseConfig('');
  const service = await opened.start('', {
    api: config.api,
    storage: { config: config.storage, dataFolder },
  });
  const content = await openContent({
    folder: contentFolder,
    cacheFolder: join(dataFolder, 'cache'),
    log: () => {},
  });
  const backend = { fetch: service.backend.fetch, url: 'http://backend.test', key: secrets.anonKey };
  const options = {
    admin: true,
    site,
    siteFile: join(repository, 'site.config.ts'),
    siteUrl,
    content,
    contentFolder,
    dataFolder,
    verifyToken: createVerifyInProcess(service.backend.readCaller, () => service.now().getTime()),
    now: () => service.now().getTime(),
    backend,
    requests: createRequestCounter(),
    embedded: {
      accounts: createAccountMaker({
        fetch: service.backend.fetch,
        siteUrl,
        serviceKey: secrets.serviceRoleKey,
      }),
      migrations: createMigrationWriter({
        databaseUrl: database.url,
        set: { kind: 'site', folder: migrationsFolder },
        onApplied: service.backend.followMigrations,
        log: () => {},
      }),
      keys: secrets,
      writeTypes: () => writeCurrentTypes(database, ['public']),
      health: {
        backups: createBackups({ dataFolder: join(folder, 'backed-up'), log: () => {} }),
        activity: service.backend.activity,
        facts: {
          ...readSettingFacts(service.config, { mail: 'smtp', jwtSecret: secrets.jwtSecret }),
          minimumPasswordLength: 8,
        },
      },
    },
    proxyTrust: { hops: 0 },
    ...adminOptions,
  };
  const serve = openAdmin(options);
  if (!serve) throw new Error('The admin area is switched off.');

  async function signIn(email: string): Promise<string> {
    const { data, error } = await service.client().auth.signInWithPassword({ email, password });
    if (error) throw error;
    return data.session.access_token;
  }
  async function createPerson() {
    const email = freshEmail();
    const { admin } = service.client({ key: secrets.serviceRoleKey }).auth;
    const { data, error } = await admin.createUser({ email, password, email_confirm: true });
    if (error) throw error;
    return { id: data.user.id, email, token: await signIn(email) };
  }
  const { id, email } = await createPerson();
  await database.sql`select site.set_owners(${[email]})`;
  const owner = { id, email, token: await signIn(email) };

  return {
    content,
    contentFolder,
    dataFolder,
    migrationsFolder,
    service,
    database,
    secrets,
    routes: listAdminRoutes({ ...options, askBackend: createAskBackend(backend) }),
    owner,
    createPerson,
    signIn,
    async call(path, { method = 'GET', query, body, headers, as = owner.token } = {}) {
      const search = query ? `?${new URLSearchParams(query)}` : '';
      const isRaw = body instanceof Uint8Array;
      const response = await serve(
        new Request(`${siteUrl}/admin/v1${path}${search}`, {
          method,
          headers: {
            'sec-fetch-site': 'same-origin',
            ...(method !== 'GET' && { origin: siteUrl }),
            ...(as !== null && { authorization: `Bearer ${as}` }),
            ...headers,
          },
          ...(body !== undefined && { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : text,
      };
    },
    async log() {
      const rows = await database.sql<{ line: string }[]>`
        select action || ' ' || target as line from site.admin_log order by id`;
      return rows.map(({ line }) => line);
    },
    async close() {
      await content.close();
      await opened.close();
      await remove();
    },
  };
}
