import { type ConnectionTarget, parseDatabaseUrl } from './connection-target.ts';
import { openConnection, queryOne } from './driver/connection.ts';
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
  const place = await visit(owner);
  if (!viaPooler || (await visit(viaPooler)) === place) return;
  throw new DatabaseStartError(
    'DATABASE_URL and DIRECT_URL lead to different databases. DIRECT_URL must name the server and the database behind the pooler of DATABASE_URL.',
  );
}

/** Notes whether it is a pooler. */
export async function notePooler(target: ConnectionTarget): Promise<void> {
  await visit(target);
}

/** Notes whether it is a pooler. Returns a text that is the same for all connections to one database of a running server. */
async function visit(target: ConnectionTarget): Promise<string> {
  const connection = await openConnection(target, noTimeLimits);
  try {
    target.pooler.isUsed ||= await connection.isPooled();
    const text = `select current_database() || ' ' || pg_postmaster_start_time() as place`;
    return JSON.stringify(await queryOne(connection, { text, values: [] }));
  } finally {
    connection.destroy();
  }
}
