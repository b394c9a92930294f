/** Opens a replication stream on a temporary slot, which is gone with its connection. */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { ConnectionTarget } from '../connection-target.ts';
import { noTimeLimits, openClient, toOwnError } from '../driver/open-client.ts';
import { explainRefusal } from './explain-refusal.ts';
import { type ReplicationOptions, ReplicationRefused, type ReplicationStream } from './replication.ts';
import { ReplicationQuery } from './replication-query.ts';

/** The time for the server to end the connection, and with it the slot. */
const closeMs = 2000;
/** The time for the slot to be ready. */
const slotMs = 20_000;

export async function openReplication(
  target: ConnectionTarget,
  options: ReplicationOptions,
): Promise<ReplicationStream> {
  let client: Client | undefined;
  try {
    client = await openClient(target, noTimeLimits, { isReplication: true });
    await requirePublications(client, options.publications);
    const slot = `porchlight_${randomBytes(8).toString('hex')}`;
    await createSlot(client, slot);
    return await start(client, slot, options);
  } catch (error) {
    client?.connection.stream.destroy();
    if (error instanceof ReplicationRefused) throw error;
    throw explainRefusal(toOwnError(error), target.user);
  }
}

/** The server first waits for all transactions that write at this moment. */
async function createSlot(client: Client, slot: string): Promise<void> {
  const { stream } = client.connection;
  const timer = setTimeout(() => {
    stream.destroy(new Error('The replication slot waits for a transaction that is still open.'));
  }, slotMs);
  try {
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`);
  } finally {
    clearTimeout(timer);
  }
}

async function requirePublications(client: Client, names: readonly string[]): Promise<void> {
  // A replication connection has no statements with values.
  const list = names.map((name) => client.escapeLiteral(name)).join(', ');
  const { rows } = await client.query<{ pubname: string }>(
    `select pubname from pg_publication where pubname in (${list})`,
  );
  const missing = names.find((name) => !rows.some(({ pubname }) => pubname === name));
  if (missing !== undefined) {
    const statement = `create publication ${client.escapeIdentifier(missing)}`;
    throw new ReplicationRefused(`The publication ${missing} is missing. Run: ${statement};`);
  }
}

async function start(client: Client, slot: string, options: ReplicationOptions): Promise<ReplicationStream> {
  const names = options.publications.map((name) => client.escapeIdentifier(name)).join(',');
  const settings = ["proto_version '1'", `publication_names ${client.escapeLiteral(names)}`];
  const query = new ReplicationQuery(
    `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (${settings.join(', ')})`,
    options,
  );
  client.query(query);
  await query.started;
  return {
    async close() {
      const { stream } = client.connection;
      if (stream.destroyed) return query.stop();
      const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
      query.stop();
      client.connection.end();
      // What is still on its way is discarded; without reading it the end is not seen.
      stream.resume();
      const timer = setTimeout(() => stream.destroy(), closeMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
