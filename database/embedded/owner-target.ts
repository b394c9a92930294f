import type { ConnectionTarget } from '../connection-target.ts';
import { DatabaseStartError } from '../errors.ts';
import { clusterFiles, readPassword } from './cluster-files.ts';
import type { Listening } from './listening.ts';
import type { Place } from './place.ts';

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
