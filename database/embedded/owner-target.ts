import type { ConnectionTarget } from '../connection-target.ts';
import { DatabaseStartError } from '../errors.ts';
import { clusterFiles, readPassword } from './cluster-files.ts';
import { type ClusterLocation, chooseLocation, reachableRoot } from './cluster-location.ts';
import type { Listening } from './listening.ts';
import { findOwner } from './owner-file.ts';
import { loopback } from './server-settings.ts';

/** The login of the embedded database's owner. */
export function ownerTarget(listen: Listening, password: string): ConnectionTarget {
  const pooler = { isUsed: false };
  return { ...listen, user: 'postgres', password, database: 'postgres', ssl: false, pooler };
}

/** The connection of the server at a location, given its address. */
export async function targetOf(location: ClusterLocation, listen: Listening): Promise<ConnectionTarget> {
  const password = await readPassword(location.cluster);
  if (password !== undefined) return ownerTarget(listen, password);
  throw new DatabaseStartError(
    `${clusterFiles(location.cluster).password} is empty or gone. Start the site again: it sets a new password.`,
  );
}

/** How other programs reach a data folder's running server: by TCP if it has an open port. Undefined when it does not run. */
export async function findRunningTarget(dataFolder: string): Promise<ConnectionTarget | undefined> {
  const location = await chooseLocation(dataFolder, reachableRoot, () => undefined);
  const owner = await findOwner(location);
  if (owner?.openPort !== undefined) return targetOf(location, { host: loopback, port: owner.openPort });
  return owner && targetOf(location, { host: owner.serverHost, port: owner.serverPort });
}
