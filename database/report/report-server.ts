/** Logs what the server of DATABASE_URL can do, what is missing, and the statement that adds it. */
import { type ConnectionTarget, describeTarget } from '../connection-target.ts';
import type { Log } from '../log.ts';
import type { LoginTargets } from '../login-roles.ts';
import { openPool } from '../pool.ts';
import { canListen, notHeard } from './can-listen.ts';
import { readServer } from './read-server.ts';
import { toRows, toTable } from './to-table.ts';

/** It never fails: without an answer there is no table. The signal ends it. */
export async function reportServer(
  owner: ConnectionTarget,
  logins: LoginTargets,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const pool = openPool(owner, () => {});
  signal.addEventListener('abort', () => void pool.end(0), { once: true });
  try {
    const facts = await readServer(pool.sql);
    const route = {
      isPooled: logins.requests.pooler.isUsed,
      hasDirectUrl: owner.viaPooler !== undefined,
      canListen: !owner.pooler.isUsed || (await canListen(owner)),
    };
    if (signal.aborted) return;
    const roles = Object.values(logins).map(({ user }) => user);
    const title = `DATABASE_URL: PostgreSQL ${facts.version}, ${describeTarget(owner)}`;
    log({ level: 'info', message: toTable(title, toRows(facts, route, roles)) });
    if (!route.canListen) log({ level: 'warn', message: notHeard });
  } catch {
    // A server that does not answer now is reported by the statements that need it.
  } finally {
    await pool.end();
  }
}
