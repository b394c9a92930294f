import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
import { findLoopback, findSocketFolder, removeSocketFolder } from './listening.ts';
import { readLastOwner, takeOwnership } from './owner-file.ts';
import { targetOf } from './owner-target.ts';
import { finishRestore } from './pending-restore.ts';
import { findPlatformPackage } from './platform-package.ts';
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
}

/** Starts a real Postgres server as a child process, with its data in the folder. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataFolder, log } = options;
  const location = await chooseLocation(dataFolder, options.reachableRoot ?? reachableRoot, log);
  const isLoopback = options.useLoopback ?? process.platform === 'win32';
  const lastOwner = readLastOwner(location);
  const listen = isLoopback ? await findLoopback() : await findSocketFolder(location);
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
  const ownership = await takeOwnership(location, listen).catch(async (error: unknown) => {
    await removeSocketFolder(listen.host);
    throw error;
  });
  try {
    if (lastOwner) await removeSocketFolder(lastOwner.serverHost);
    await finishRestore(location.home);
    const runtime = await prepareRuntime({
      found: findPlatformPackage(),
      home: options.programsHome ?? location.home,
      runAs: location.runAs,
      log,
    });
    await initialiseCluster(location, runtime);
    await prepareVaultKey(location);
    const { sockets, password } = clusterFiles(location.cluster);
    if (!existsSync(sockets)) await makeServerFolder(sockets, location);
    await changeOwnerFromRoot([location.data, sockets], location.runAs);
    const socketFile = isLoopback ? undefined : join(listen.host, `.s.PGSQL.${listen.port}`);
    const clear = async () => {
      await disk.checkBeforeStart().catch(() => {});
      await removeStaleServer(location.data, socketFile, log);
    };
    await clear();
    await renewLostPassword({ location, runtime, listen, log });
    const server = await superviseServer({
      watchedServer: { runtime, data: location.data, runAs: location.runAs },
      args: serverArguments(location.cluster, location.data, listen),
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
        await removeSocketFolder(listen.host);
        ownership.release();
      },
    };
  } catch (error) {
    await removeSocketFolder(listen.host);
    ownership.release();
    throw error;
  }
}
