import { chown, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { clusterFiles } from './cluster-files.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { canReach } from './run-as.ts';

/** Where a server listens: a socket folder, or the loopback address. */
export interface Listening {
  host: string;
  port: number;
}

const socketPort = 5432;
// The system limits the path of a socket to about 104 bytes.
const maxSocketPath = 100;
const socketFolderPrefix = 'porchlight-socket-';

/** Uses a folder beside the data if the path is short enough, else a private folder with a random name. */
export async function findSocketFolder(location: ClusterLocation): Promise<Listening> {
  const beside = clusterFiles(location.cluster).sockets;
  const pathLength = Buffer.byteLength(join(beside, `.s.PGSQL.${socketPort}`));
  if (pathLength <= maxSocketPath) return { host: beside, port: socketPort };
  const isShort = tmpdir().length <= maxSocketPath - 40;
  const parent = isShort && canReach(location.runAs, tmpdir()) ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(parent, socketFolderPrefix));
  if (location.runAs) await chown(folder, location.runAs.uid, location.runAs.gid);
  return { host: folder, port: socketPort };
}

/** Removes only a folder with our prefix that contains nothing but the socket. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(socketFolderPrefix)) return;
  const socket = join(folder, `.s.PGSQL.${socketPort}`);
  await rm(socket, { force: true }).catch(() => {});
  await rm(`${socket}.lock`, { force: true }).catch(() => {});
  await rmdir(folder).catch(() => {});
}

export function findLoopback(): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve({ host: '127.0.0.1', port }));
    });
  });
}
