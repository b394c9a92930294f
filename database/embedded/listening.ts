import { chown, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { clusterFiles } from './cluster-files.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { canReach } from './run-as.ts';
import { loopback } from './server-settings.ts';

/** Where a server listens: a socket folder, or the loopback address. */
export interface Listening {
  host: string;
  /** Also part of a socket's name. */
  port: number;
}

const defaultPort = 5432;
// The system limits the path of a socket to about 104 bytes.
const maxSocketPath = 100;
const socketFolderPrefix = 'porchlight-socket-';

/** Uses a folder beside the data if the path is short enough, else a private folder with a random name. */
export async function findSocketFolder(location: ClusterLocation, port = defaultPort): Promise<Listening> {
  const beside = clusterFiles(location.cluster).sockets;
  const pathLength = Buffer.byteLength(socketFileOf({ host: beside, port }));
  if (pathLength <= maxSocketPath) return { host: beside, port };
  const isShort = tmpdir().length <= maxSocketPath - 40;
  const parent = isShort && canReach(location.runAs, tmpdir()) ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(parent, socketFolderPrefix));
  if (location.runAs) await chown(folder, location.runAs.uid, location.runAs.gid);
  return { host: folder, port };
}

export function socketFileOf({ host, port }: Listening): string {
  return join(host, `.s.PGSQL.${port}`);
}

/** Removes only a folder with our prefix that contains nothing but the socket. */
export async function removeSocketFolder(listen: Listening): Promise<void> {
  if (!basename(listen.host).startsWith(socketFolderPrefix)) return;
  const socket = socketFileOf(listen);
  await rm(socket, { force: true }).catch(() => {});
  await rm(`${socket}.lock`, { force: true }).catch(() => {});
  await rmdir(listen.host).catch(() => {});
}

/** The wanted port, or any other that is free now. */
export async function findLoopback(wanted = 0): Promise<Listening> {
  return { host: loopback, port: await bindOnce(wanted).catch(() => bindOnce(0)) };
}

/** Why the port cannot be opened on loopback: `EADDRINUSE` when another program has it. Undefined when it is free. */
export function findPortFault(port: number): Promise<string | undefined> {
  return bindOnce(port).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

function bindOnce(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(wanted, loopback, () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : wanted;
      server.close(() => resolve(port));
    });
  });
}
