import { existsSync } from 'node:fs';
import type { ConnectionTarget } from '../connection-target.ts';
import type { Log } from '../log.ts';
import { changeOwnerFromRoot } from './change-owner.ts';
import { clusterFiles, serverArguments, writeSettings } from './cluster-files.ts';
import { chooseLocation, reachableRoot } from './cluster-location.ts';
import {
  createDiskSpaceMonitor,
  type DiskSpaceMonitor,
  defaultMinimumFreeBytes,
} from './disk-space-monitor.ts';
import { initialiseCluster, makeServerFolder } from './initialise.ts';
import {
  findLoopback,
  findPortFault,
  findSocketFolder,
  removeSocketFolder,
  socketFileOf,
} from './listening.ts';
import { readLastOwner, takeOwnership } from './owner-file.ts';
import { targetOf } from './owner-target.ts';
import { finishRestore } from './pending-restore.ts';
import { findPlatformPackage } from './platform-package.ts';
import { hasStatistics, statistics } from './prepare-open-port.ts';
import { renewLostPassword } from './renew-password.ts';
import { prepareRuntime } from './runtime-files.ts';
import { removeStaleServer } from './stale-server.ts';
import { superviseServer } from './supervise.ts';
import { prepareVaultKey } from './vault-key.ts';

export interface EmbeddedServer {
  target: ConnectionTarget;
  /** The folder of the data, which may differ from the requested one. */
  home: string;
  passwordFile: string;
  disk: DiskSpaceMonitor;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataFolder: string;
  log: Log;
  /** The parent folder for data that the server's user cannot reach otherwise. */
  reachableRoot?: string;
  /** Below this, the database is read-only. */
  minimumFreeBytes?: number;
  readFreeBytes?: (folder: string) => Promise<number>;
  /** The folder for prepared programs, if not beside the data. */
  programsHome?: string;
  /** Listens on loopback instead of a socket, as on Windows. */
  useLoopback?: boolean;
  /** Also listens on this port of 127.0.0.1, for other programs. If the port is taken, the server starts without it. */
  openPort?: number | undefined;
}

/** Starts a real Postgres server as a child process, with its data in the folder. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataFolder, log, openPort } = options;
  const location = await chooseLocation(dataFolder, options.reachableRoot ?? reachableRoot, log);
  const isLoopback = options.useLoopback ?? process.platform === 'win32';
  const lastOwner = readLastOwner(location);
  const listen = isLoopback ? await findLoopback(openPort) : await findSocketFolder(location, openPort);
  const isFree = openPort !== undefined && (await findPortFault(openPort)) === undefined;
  const disk = createDiskSpaceMonitor({
    folder: location.home,
    reserveFile: clusterFiles(location.cluster).reserve,
    minimumFreeBytes: options.minimumFreeBytes ?? defaultMinimumFreeBytes,
    ...(options.readFreeBytes && { readFreeBytes: options.readFreeBytes }),
    writeSettings: (isReadOnly) => writeSettings(location.cluster, isReadOnly),
    log,
  });
  // A full disk has no space for the owner file either.
  await disk.releaseReserve();
  const ownership = await takeOwnership(location, {
    ...listen,
    openPort: isFree ? openPort : undefined,
  }).catch(async (error: unknown) => {
    await removeSocketFolder(listen);
    throw error;
  });
  try {
    const lastListen = lastOwner && { host: lastOwner.serverHost, port: lastOwner.serverPort };
    if (lastListen) await removeSocketFolder(lastListen);
    await finishRestore(location.home);
    const runtime = await prepareRuntime({
      found: findPlatformPackage(),
      home: options.programsHome ?? location.home,
      runAs: location.runAs,
      log,
    });
    await initialiseCluster(location, runtime);
    await prepareVaultKey(location);
    const { sockets: socketFolder, password } = clusterFiles(location.cluster);
    if (!existsSync(socketFolder)) await makeServerFolder(socketFolder, location);
    await changeOwnerFromRoot([location.data, socketFolder], location.runAs);
    // The port is part of a socket's name, and may have been another one.
    const sockets = [listen, ...(lastListen?.host === listen.host ? [lastListen] : [])];
    const socketFiles = isLoopback ? [] : sockets.map(socketFileOf);
    const clear = async () => {
      await disk.checkBeforeStart().catch(() => {});
      await removeStaleServer(location.data, socketFiles, log);
    };
    await clear();
    await renewLostPassword({ location, runtime, listen, log });
    const server = await superviseServer({
      watchedServer: { runtime, data: location.data, runAs: location.runAs },
      args: async () =>
        serverArguments(location.cluster, location.data, {
          ...listen,
          isOpen: await mayOpen(openPort, log),
          ...(openPort !== undefined && hasStatistics(runtime) && { preload: statistics }),
        }),
      clear,
      log,
    });
    return {
      target: await targetOf(location, listen),
      home: location.home,
      passwordFile: password,
      disk,
      async stop() {
        await server.stop();
        await removeSocketFolder(listen);
        ownership.release();
      },
    };
  } catch (error) {
    await removeSocketFolder(listen);
    ownership.release();
    throw error;
  }
}

/** Postgres does not start at all when its port is taken, so it is checked before. */
async function mayOpen(port: number | undefined, log: Log): Promise<boolean> {
  if (port === undefined) return false;
  const fault = await findPortFault(port);
  if (fault === undefined) {
    log({
      level: 'info',
      message: `Postgres listens on 127.0.0.1:${port}. "npm run keys" prints its DB_URL.`,
    });
    return true;
  }
  const reason = fault === 'EADDRINUSE' ? 'another program uses it' : fault;
  log({
    level: 'warn',
    message:
      `The database is not opened on port ${port} of 127.0.0.1: ${reason}. ` +
      'Stop that program, or set another port in [db] of config.toml, and start again.',
  });
  return false;
}
