import type { ConnectionTarget } from '../connection-target.ts';
import { DatabaseStartError } from '../errors.ts';
import { clusterFiles, readPassword } from './cluster-files.ts';
import type { Listening } from './listening.ts';
import { findOwner } from './owner-file.ts';
import { choosePlace, type Place, reachableRoot } from './place.ts';

/** How the owner of the embedded database signs in. */
export function ownerTarget(listen: Listening, password: string): ConnectionTarget {
  return { ...listen, user: 'postgres', password, database: 'postgres', ssl: false, prepare: true };
}

/** How the server of a place is reached, given where it listens. */
export async function targetOf(place: Place, listen: Listening): Promise<ConnectionTarget> {
  const password = await readPassword(place.cluster);
  if (password !== undefined) return ownerTarget(listen, password);
  throw new DatabaseStartError(
    `${clusterFiles(place.cluster).password} is empty or gone. Start the site again: it sets a new password.`,
  );
}

/** How the server of a data folder is reached; it has an address only while it runs. */
export async function findRunningTarget(dataFolder: string): Promise<ConnectionTarget | undefined> {
  const place = await choosePlace(dataFolder, reachableRoot, () => undefined);
  const owner = await findOwner(place);
  return owner && targetOf(place, { host: owner.serverHost, port: owner.serverPort });
}
