/** The first owner of a site without `owners` in site.config.ts: the user who opens the link that the start prints. */
import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connections } from '../../database/database.ts';
import { readRandomSecret } from '../../database/random-secret.ts';

export type ClaimResult = 'owner' | 'taken' | 'wrong' | 'signed-out' | 'unconfirmed';

export interface Ownership {
  hasOwner(): Promise<boolean>;
  /** The last answer, for pages that cannot wait. */
  isOwned(): boolean;
  /** The secret of a valid link; undefined when there is an owner. The same at each start until it is used. */
  offer(dataFolder: string): Promise<string | undefined>;
  /** Makes the account of the session the owner. The database decides, and lets one account in. */
  claim(sessionId: string, secret: string): Promise<ClaimResult>;
}

type Database = Pick<Connections, 'sql'>;

export function createOwnership({ sql }: Database): Ownership {
  let owned = false;
  return {
    isOwned: () => owned,
    async hasOwner() {
      const [row] = await sql<{ found: boolean }[]>`select site.has_owner() as found`;
      owned = row?.found ?? true;
      return owned;
    },
    async offer(dataFolder) {
      const secret = await offerOwnership({ sql }, dataFolder);
      owned = secret === undefined;
      return secret;
    },
    async claim(sessionId, secret) {
      const [row] = await sql<{ result: ClaimResult }[]>`
        select site.claim_ownership(${sessionId}, ${digestOf(secret)}) as result`;
      owned ||= row?.result === 'owner' || row?.result === 'taken';
      return row?.result ?? 'wrong';
    },
  };
}

async function offerOwnership({ sql }: Database, dataFolder: string): Promise<string | undefined> {
  const file = join(dataFolder, 'owner-link.secret');
  const offer = async (secret: string) => {
    const [row] = await sql<{ state: string }[]>`select site.offer_ownership(${digestOf(secret)}) as state`;
    return row?.state;
  };
  const secret = await readRandomSecret(file);
  const state = await offer(secret);
  if (state === 'offered') return secret;
  // A link works once: the next owner, if this one ever goes, gets another.
  await rm(file, { force: true });
  if (state !== 'used') return undefined;
  const other = await readRandomSecret(file);
  return (await offer(other)) === 'offered' ? other : undefined;
}

/** The secret is in the fragment, which browsers send to no server: it is in no log and in no Referer. */
export function ownerLink(siteUrl: string, loginPath: string, secret: string): string {
  return `${siteUrl}${loginPath}#owner=${secret}`;
}

/** The database has digests only. Comparing them tells nothing about a secret, however long it takes. */
function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
