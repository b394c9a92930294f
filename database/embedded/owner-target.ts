import type { ConnectionTarget } from '../connection-target.ts';
import { DatabaseStartError } from '../errors.ts';
import { clusterFiles, readPassword } from './cluster-files.ts';
import { type ClusterLocation, chooseLocation, reachableRoot } from './cluster-location.ts';
import type { Listening } from './listening.ts';
import { findOwner } from './owner-file.ts';

/** How the owner of the embedded database signs in. */
export function ownerTarget(listen: Listening, password: string): ConnectionTarget {
  return { ...listen, user: 'postgres', password, database: 'postgres', ssl: false, prepare: true };
}

/** How the server of a place is reached, given where it listens. */
export async function targetOf(location: ClusterLocation, listen: Listening): Promise<ConnectionTarget> {
  const password = await readPassword(location.cluster);
  if (password !== undefined) return ownerTarget(listen, password);
  throw new DatabaseStartError(
    `${clusterFiles(location.cluster).password} is empty or gone. Start the site again: it sets a new password.`,
  );
}

/** How the server of a data folder is reached; it has an address only while it runs. */
export async function findRunningTarget(dataFolder: string): Promise<ConnectionTarget | undefined> {
  const location = await chooseLocation(dataFolder, reachableRoot, () => undefined);
  const owner = await findOwner(location);
  return owner && targetOf(location, { host: owner.serverHost, port: owner.serverPort });
}
