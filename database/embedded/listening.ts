import { chown, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { clusterFiles } from './cluster-files.ts';
import type { ClusterLocation } from './cluster-location.ts';
import { canReach } from './run-as.ts';

/** Where a server listens: the folder of a socket, or the loopback address. */
export interface Listening {
  host: string;
  port: number;
}

const socketPort = 5432;
// The system allows about 104 bytes for the path of a socket.
const maxSocketPath = 100;
const socketFolderPrefix = 'porchlight-socket-';

/** Beside the data if the path is short enough, else in a private folder with a random name. */
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

/** Only a folder with the name we give, and only when nothing but the socket is in it. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(socketFolderPrefix)) return;
  const socket = join(folder, `.s.PGSQL.${socketPort}`);
  await rm(socket, { force: true }).catch(() => {});
  await rm(`${socket}.lock`, { force: true }).catch(() => {});
  await rmdir(folder).catch(() => {});
}

/** A port that is free at this moment. */
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
