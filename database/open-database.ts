/** Opens the site's database, embedded or of DATABASE_URL, and applies migrations. */
import { setTimeout as wait } from 'node:timers/promises';
import { createConnectedDatabase } from './connected-database.ts';
import { type ConnectionTarget, describeTarget } from './connection-target.ts';
import type { Database } from './database.ts';
import { createDeferredWrites, type DeferredWrites } from './deferred-writes.ts';
import { prepareOpenPort } from './embedded/prepare-open-port.ts';
import { type EmbeddedServer, startEmbedded } from './embedded/start-embedded.ts';
import { DatabaseStartError, DatabaseUnavailable, sqlStateOf, toDatabaseError } from './errors.ts';
import { renewStandIns } from './extensions/renew-stand-ins.ts';
import { findPooler, parseServer } from './find-server.ts';
import type { Log } from './log.ts';
import { defaultTargets, embeddedIterations, type LoginTargets, serverIterations } from './login-roles.ts';
import { migrate } from './migrate.ts';
import type { MigrationSet } from './migration-files.ts';
import { openPool } from './pool.ts';
import { prepareLogins, requireRoles } from './prepare-logins.ts';
import { openReadReplica, parseReadUrl } from './read-replica.ts';
import { reportServer } from './report/report-server.ts';
import { type SeedSet, seed } from './seed.ts';

export interface DatabaseOptions {
  /** The URL of a server. Without it, one is started in `dataFolder`. */
  databaseUrl?: string;
  /** The URL of the server behind the pooler of `databaseUrl`, for migrations, LISTEN and replication. */
  directUrl?: string | undefined;
  /** The URL of a streaming replica of the server, for reads that may be some seconds late. */
  readUrl?: string | undefined;
  dataFolder: string;
  log: Log;
  migrations: MigrationSet[];
  /** Applied once, before the site's migrations, which may name its roles: `supabase/roles.sql`. Like seeds, to an embedded database only. */
  roles?: SeedSet | undefined;
  /** Applied once, after the migrations, and only to an embedded database: another may have data that must not be mixed with it. */
  seed?: SeedSet | undefined;
  maxConnections?: number;
  statementTimeoutMs?: number;
  /** How soon a call fails when the server does not respond. */
  answerWithinMs?: number;
  /** Below this much free space, the embedded server is read-only. */
  minimumFreeBytes?: number;
  readFreeBytes?: (folder: string) => Promise<number>;
  /** Opens the embedded server on this port of 127.0.0.1, for other programs. */
  openPort?: number | undefined;
}

const serverWaitMs = 10_000;

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, dataFolder, log } = options;
  if (databaseUrl) return connect(parseServer(databaseUrl, options.directUrl), options);
  const { minimumFreeBytes, readFreeBytes, openPort } = options;
  const server = await startEmbedded({
    dataFolder,
    log,
    openPort,
    ...(minimumFreeBytes && { minimumFreeBytes }),
    ...(readFreeBytes && { readFreeBytes }),
  });
  try {
    return await connect(server.target, options, server);
  } catch (error) {
    await server.stop();
    if (!server.disk.isFull()) throw error;
    throw new DatabaseStartError(`${server.home} is nearly full. Make room there, and start again.`, {
      cause: error,
    });
  }
}

async function connect(
  target: ConnectionTarget,
  options: DatabaseOptions,
  server?: EmbeddedServer,
): Promise<Database> {
  const { log } = options;
  const limits = {
    maxConnections: options.maxConnections ?? 10,
    statementTimeoutMs: options.statementTimeoutMs ?? 8000,
    lockTimeoutMs: 4000,
    idleInTransactionTimeoutMs: 10_000,
  };
  const logins = await prepare(target, options, server);
  const answerWithinMs = options.answerWithinMs ?? 2000;
  const database = createConnectedDatabase({
    owner: target,
    logins,
    limits,
    log,
    answerWithinMs,
    isDiskFull: () => server?.disk.isFull() ?? false,
  });
  if (!server) {
    const readReplica =
      options.readUrl === undefined
        ? undefined
        : await openReadReplica({
            target: parseReadUrl(options.readUrl, logins.requests),
            sql: database.sql,
            limits,
            answerWithinMs,
            log,
          }).catch(async (error: unknown) => {
            await database.close();
            throw error;
          });
    const closed = new AbortController();
    // The start does not wait for it.
    void reportServer(target, logins, log, closed.signal);
    return {
      ...database,
      ...(readReplica && {
        readReplica,
        countConnections: () => [...database.countConnections(), readReplica.count()],
      }),
      async close() {
        closed.abort();
        await Promise.all([readReplica?.close(), database.close()]);
      },
    };
  }
  const writes = createDeferredWrites(log);
  const stopMonitoring = monitorDisk(server, database, writes);
  return {
    ...database,
    whenWritable: writes.whenWritable,
    async close() {
      stopMonitoring();
      await database.close();
      await server.stop();
    },
  };
}

function monitorDisk({ disk }: EmbeddedServer, database: Database, writes: DeferredWrites): () => void {
  let needsReload = false;
  let timer: NodeJS.Timeout;
  const check = async () => {
    try {
      needsReload = (await disk.check()) || needsReload;
      if (needsReload) await database.sql`select pg_reload_conf()`;
      needsReload = false;
      if (!disk.isFull()) await writes.resume();
    } catch {
      // The settings could not be written or reloaded: check again soon.
    }
    schedule();
  };
  let isStopped = false;
  const schedule = () => {
    if (!isStopped) timer = setTimeout(check, disk.nextCheckMs()).unref();
  };
  schedule();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Applies migrations. A server that is still starting, or that restarts meanwhile, gets a second chance. */
async function prepare(
  target: ConnectionTarget,
  options: DatabaseOptions,
  server?: EmbeddedServer,
): Promise<LoginTargets> {
  for (const deadline = performance.now() + serverWaitMs; ; await wait(250)) {
    try {
      return await prepareOnce(target, options);
    } catch (error) {
      if (error instanceof DatabaseStartError) throw error;
      const isGone = toDatabaseError(error, () => false) instanceof DatabaseUnavailable;
      if (isGone && performance.now() < deadline) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new DatabaseStartError(
        `The database ${describeTarget(target)} cannot be used: ${reason}.${advise(error, server)}`,
        {
          cause: error,
        },
      );
    }
  }
}

function advise(error: unknown, server: EmbeddedServer | undefined): string {
  if (!server) return ' Check DATABASE_URL and that the server runs.';
  return sqlStateOf(error) === '28P01' ? ` Delete ${server.passwordFile} to get a new one.` : '';
}

/** Uses one connection of the owner, without time limits. */
async function prepareOnce(owner: ConnectionTarget, options: DatabaseOptions): Promise<LoginTargets> {
  const { log, migrations, databaseUrl } = options;
  if (databaseUrl) await findPooler(owner);
  const pool = openPool(owner, log);
  try {
    const own = migrations.filter(({ kind }) => kind === 'own');
    const server = { owner, iterations: databaseUrl ? serverIterations : embeddedIterations };
    if (own.length > 0) await requireRoles(pool, server);
    await migrate(pool, own, log);
    await renewStandIns(pool);
    // Without our own tables no logins are needed.
    const logins = own.length > 0 ? await prepareLogins(pool, server) : defaultTargets(owner);
    if (options.roles && !databaseUrl) await seed(pool, options.roles, log);
    await migrate(
      pool,
      migrations.filter((set) => !own.includes(set)),
      log,
    );
    if (options.seed && !databaseUrl) await seed(pool, options.seed, log);
    if (options.openPort !== undefined && !databaseUrl) await prepareOpenPort(pool.sql, owner, log);
    return logins;
  } finally {
    await pool.end();
  }
}
