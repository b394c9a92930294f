/** Supabase's edge functions: the owner's code in `supabase/functions`, each function in a Deno process of its own. */
import { join } from 'node:path';
import { toErrorMessage } from '../http/describe-error.ts';
import type { SocketTarget } from '../http/socket-client.ts';
import { findDeno } from './deno/find-deno.ts';
import { type FunctionHome, prepareHome } from './deno/function-user.ts';
import { defaultTimes, type FunctionsOptions } from './service.ts';
import { openSiteSocket } from './site-socket.ts';
import { findEntry, isFunctionName, settingsOf } from './source/function-settings.ts';
import { listSources, type Sources } from './source/list-sources.ts';
import { planFunction } from './source/plan-function.ts';
import { readSecrets, secretsFile } from './source/read-secrets.ts';
import { removeSnapshots } from './source/take-snapshot.ts';
import { createPool, type WorkerPool } from './worker/create-pool.ts';
import { fetchModules, lacksModules } from './worker/fetch-modules.ts';
import { createOrphanGuard } from './worker/orphan-guard.ts';
import { openSocketFolder } from './worker/socket-folder.ts';
import { startWorker, type Worker } from './worker/start-worker.ts';
import { WorkerError } from './worker/worker-errors.ts';

export interface Functions {
  /** A function that can be called now; undefined when there is none of this name. */
  find(name: string): CallableFunction | undefined;
  close(): Promise<void>;
}

export interface CallableFunction {
  verifyJwt: boolean;
  send(request: Request, target: Pick<SocketTarget, 'path' | 'headers'>): Promise<Response>;
  take(): ReturnType<WorkerPool['take']>;
}

/** How long the list of files counts as current. */
const rereadMs = 20;
/** After a start that failed: until the next one is tried. A changed file is tried at once. */
const retryMs = 1_000;

interface Place {
  home: FunctionHome;
  sockets: string;
  siteSocket: string;
  close(): Promise<void>;
}

export function createFunctions(options: FunctionsOptions): Functions {
  const { config, log } = options;
  const times = { ...defaultTimes, ...options.times };
  const functionsFolder = join(options.configFolder, 'functions');
  const guard = createOrphanGuard();
  const pools = new Map<string, WorkerPool>();
  const failures = new Map<string, { version: string; at: number }>();
  const readSources = createReader(options, functionsFolder);
  let place: Promise<Place> | undefined;

  async function start(name: string): Promise<Worker> {
    const sources = readSources();
    const failed = failures.get(name);
    if (failed?.version === sources.version && performance.now() - failed.at < retryMs)
      throw new WorkerError('BOOT_ERROR');
    try {
      place ??= openPlace(options);
      const { home, sockets, siteSocket } = await place;
      const plan = await planFunction(options, { home, siteSocket, functionsFolder }, name, sources);
      const boot = async () => {
        const worker = startWorker({
          plan,
          socketFolder: sockets,
          limits: times,
          bootMs: times.bootMs,
          guard,
          log,
        });
        await worker.ready;
        return worker;
      };
      const worker = await boot().catch(async (error: unknown) => {
        if (!lacksModules(toErrorMessage(error))) throw error;
        log({ level: 'info', message: `${name}: its modules are downloaded`, function: name });
        await fetchModules(plan, options.downloads);
        return boot();
      });
      failures.delete(name);
      void removeSnapshots(home.snapshots).catch(() => {});
      return worker;
    } catch (error) {
      failures.set(name, { version: sources.version, at: performance.now() });
      log({ level: 'error', message: `${name}: did not start: ${toErrorMessage(error)}`, function: name });
      throw new WorkerError('BOOT_ERROR');
    }
  }

  function poolOf(name: string): WorkerPool {
    const found = pools.get(name);
    if (found) return found;
    const pool = createPool({ start: () => start(name), isOneShot: config.policy === 'oneshot', times });
    pools.set(name, pool);
    return pool;
  }

  return {
    find(name) {
      const settings = settingsOf(config, name);
      if (!config.enabled || !settings.enabled || !isFunctionName(name)) return undefined;
      const { files, version } = readSources();
      // An entry of config.toml that is not there is a fault of the owner, which the log names.
      if (settings.entrypoint === undefined && !findEntry(name, files)) return undefined;
      const pool = poolOf(name);
      return {
        verifyJwt: settings.verifyJwt,
        send: (request, target) => pool.send(version, request, { ...target, timeLimitMs: times.responseMs }),
        take: () => pool.take(version),
      };
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      guard.close();
      await (await place?.catch(() => undefined))?.close();
    },
  };
}

/** Reads the list of files again when it is asked for, but not for each of many requests at a time. */
function createReader(options: FunctionsOptions, folder: string): () => Sources {
  const maps = [...options.config.functions.values()].flatMap(({ importMap }) =>
    importMap ? [join(options.configFolder, importMap)] : [],
  );
  const told = new Set<string>();
  let last: Sources | undefined;
  let at = 0;
  return () => {
    const now = performance.now();
    if (last && now - at < rereadMs) return last;
    last = listSources(folder, [secretsFile(folder), ...maps]);
    at = now;
    for (const link of last.outside) {
      if (told.has(link)) continue;
      told.add(link);
      options.log({
        level: 'warn',
        message: `supabase/functions/${link} links to a place outside, and functions do not see it.`,
      });
    }
    return last;
  };
}

/** Made for the first function, so that a site without functions has nothing of it. */
async function openPlace(options: FunctionsOptions): Promise<Place> {
  const { log } = options;
  const deno = findDeno();
  const { refused } = await readSecrets(join(options.configFolder, 'functions'), options.config.secrets);
  if (refused.length > 0)
    log({
      level: 'warn',
      message: `Not given to functions, because these names are reserved: ${refused.join(', ')}.`,
    });
  const home = await prepareHome({ dataFolder: options.dataFolder, deno, log });
  const folder = await openSocketFolder(home);
  const site = await openSiteSocket(options, home, join(folder.path, `${process.pid}-site.sock`));
  return {
    home,
    sockets: folder.path,
    siteSocket: site.path,
    async close() {
      await site.close();
      await folder.remove();
    },
  };
}
