/** Moves between the embedded database of a data folder and a server. Files in the folder stay where they are. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseDatabaseUrl } from '../connection-target.ts';
import { chooseLocation, findLocation, reachableRoot } from '../embedded/cluster-location.ts';
import { takeOwnership } from '../embedded/owner-file.ts';
import { executeRestore, finishRestore } from '../embedded/pending-restore.ts';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { DatabaseStartError } from '../errors.ts';
import type { Copied } from './fill-database.ts';
import { type MovePlan, moveDatabase, requireSource } from './move-database.ts';

export interface EmbeddedMove extends MovePlan {
  dataFolder: string;
  /** The address of the server. */
  url: string;
}

/** The embedded database is not changed, and stays where it is. */
export async function moveToServer(options: EmbeddedMove): Promise<Copied> {
  const { dataFolder, url, log } = options;
  const target = parseDatabaseUrl(url, '--to');
  if (!findLocation(dataFolder))
    throw new DatabaseStartError(
      `${resolve(dataFolder)} holds no database. Set DATA_DIR to the folder that the site uses.`,
    );
  const server = await startEmbedded({ dataFolder, log });
  try {
    return await moveDatabase(server.target, target, { ...options, seeds: undefined });
  } finally {
    await server.stop();
  }
}

/** The new database gets its place in the folder when it is complete. */
export async function moveToEmbedded(options: EmbeddedMove): Promise<Copied> {
  const { dataFolder, url, log } = options;
  const source = parseDatabaseUrl(url, '--from');
  const location = await chooseLocation(dataFolder, reachableRoot, log);
  const ownership = await takeOwnership(location, { host: '127.0.0.1', port: 1 });
  const draft = join(location.home, `restore.new-${randomBytes(6).toString('hex')}`);
  try {
    await finishRestore(location.home);
    if (existsSync(location.cluster))
      throw new DatabaseStartError(
        `${location.cluster} has a database already. Move that folder away, or set DATA_DIR to another one. Nothing was changed.`,
      );
    await requireSource(source, options);
    await mkdir(draft);
    await chmod(draft, 0o711);
    const server = await startEmbedded({ dataFolder: draft, programsHome: location.home, log: () => {} });
    let copied: Copied;
    try {
      copied = await moveDatabase(source, server.target, options);
    } finally {
      await server.stop();
    }
    const aside = join(location.home, 'before-move', 'postgres');
    const prepared = join(draft, 'postgres');
    await executeRestore(location.home, [{ prepared, target: location.cluster, aside }]);
    return copied;
  } finally {
    await rm(draft, { recursive: true, force: true });
    ownership.release();
  }
}
