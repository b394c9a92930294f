import { type ConnectionTarget, parseDatabaseUrl } from './connection-target.ts';
import { type Connection, openConnection, queryOne } from './driver/connection.ts';
import { noTimeLimits } from './driver/open-client.ts';
import { DatabaseStartError } from './errors.ts';

/** The server of DATABASE_URL. If DIRECT_URL is set, DATABASE_URL is a pooler in front of it. */
export function parseServer(databaseUrl: string, directUrl: string | undefined): ConnectionTarget {
  const given = parseDatabaseUrl(databaseUrl);
  if (directUrl === undefined) return given;
  return { ...parseDatabaseUrl(directUrl, 'DIRECT_URL'), viaPooler: given };
}

/** Finds out whether there is a pooler, and whether it leads to the same database as DIRECT_URL. */
export async function findPooler(owner: ConnectionTarget): Promise<void> {
  const { viaPooler } = owner;
  await use(viaPooler ?? owner, async (connection, { pooler }) => {
    pooler.isUsed ||= await connection.isPooled();
    if (!viaPooler) return;
    const [given, direct] = [await readPlace(connection), await use(owner, readPlace)];
    if (given === direct) return;
    throw new DatabaseStartError(
      'DATABASE_URL and DIRECT_URL lead to different databases. DIRECT_URL must name the server and the database behind the pooler of DATABASE_URL.',
    );
  });
}

/** The same for all connections to one database of a running server. */
async function readPlace(connection: Connection): Promise<string> {
  const text = `select current_database() || ' ' || pg_postmaster_start_time() as place`;
  const [row] = await queryOne(connection, { text, values: [] });
  return JSON.stringify(row);
}

async function use<T>(
  target: ConnectionTarget,
  work: (connection: Connection, target: ConnectionTarget) => Promise<T>,
): Promise<T> {
  const connection = await openConnection(target, noTimeLimits);
  try {
    return await work(connection, target);
  } finally {
    connection.destroy();
  }
}
