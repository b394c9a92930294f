import type { Connections } from '../../database/database.ts';
import type { Log } from '../log.ts';
import type { Visitor } from './visitor.ts';

/**
 * Passes the owners of site.config.ts to the database, which marks their accounts. While a user can sign up with any unconfirmed address,
 * an address proves nothing, and then there is no owner.
 */
export async function setOwners(
  database: Pick<Connections, 'sql'>,
  owners: readonly string[],
  options: { addressesAreConfirmed: boolean; log: Log },
): Promise<void> {
  const { addressesAreConfirmed, log } = options;
  if (owners.length > 0 && !addressesAreConfirmed) {
    log.warn(
      'The owners in site.config.ts are not recognized: email addresses are not confirmed. Set enable_confirmations = true under [auth.email] in supabase/config.toml.',
    );
  }
  await database.sql`select site.set_owners(${addressesAreConfirmed ? [...owners] : []})`;
}

export function isOwner(visitor: Visitor): boolean {
  return visitor.state === 'signed-in' && visitor.claims.app_metadata?.owner === true;
}
