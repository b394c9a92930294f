/**
 * Sessions in which statements of the site run as one role, and can become no other. `set role` on a connection of the owner would not do:
 * `reset role` undoes it. So each role has a login of its own, which has no rights and is a member of that role only. It is created when
 * it is first needed.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ConnectionTarget } from './connection-target.ts';
import type { Connections } from './database.ts';
import { CommandQuery } from './driver/command-query.ts';
import { openConnection } from './driver/connection.ts';
import { noTimeLimits, openClient, toOwnError } from './driver/open-client.ts';
import { identifier, toStatement } from './driver/sql.ts';
import { sqlStateOf } from './errors.ts';
import { serverIterations, targetOfLogin, toVerifier } from './login-roles.ts';
import type { OpenRoleSession, RoleSession } from './role-session.ts';
import { retryOnCollision } from './run-sql-file.ts';

/** The login or its password is missing; it is not a member of the role; there is no such role. */
const unprepared = new Set(['28000', '28P01', '42501', '22023']);
const cancelMs = 2000;
/** Another database of the server may be changing the role for longer than requests may wait for a lock. */
const roleIsBusyFor = '60s';

export function createOpenRoleSession(owner: ConnectionTarget, own: Pick<Connections, 'transaction'>) {
  const openRoleSession: OpenRoleSession = async (role, database) => {
    requireDirect(owner);
    if (role === owner.user) return openSession({ ...owner, database });
    // The role of a site exists in all databases of a server, and has no business in those of other sites.
    if (database !== owner.database)
      throw new Error(`Only "${owner.user}" can run statements in the database "${database}".`);
    const { viaPooler: _, ...direct } = owner;
    const target = { ...targetOfLogin(direct, nameLogin(owner, role)), startAs: role };
    try {
      return await openSession(target);
    } catch (error) {
      if (!unprepared.has(sqlStateOf(error) ?? '')) throw error;
    }
    await prepareLogin(own, role, target).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Nothing can be run as the role "${role}": ${reason}.`, { cause });
    });
    return openSession(target);
  };
  return openRoleSession;
}

/** Another owner on the same server has other passwords, and needs other logins. */
function nameLogin(owner: ConnectionTarget, role: string): string {
  const mark = createHash('sha256')
    .update(JSON.stringify([owner.user, role]))
    .digest('hex');
  return `porchlight_job_${mark.slice(0, 16)}`;
}

async function prepareLogin(
  { transaction }: Pick<Connections, 'transaction'>,
  role: string,
  { user, password }: ConnectionTarget,
): Promise<void> {
  const grant = toStatement(['grant ', ' to ', ''], [identifier(role), identifier(user)]).text;
  await retryOnCollision(() =>
    transaction(async (sql) => {
      const known = await sql`select from pg_roles where rolname = ${user}`;
      await sql.script(`
        set local lock_timeout = '${roleIsBusyFor}';
        ${known.length === 0 ? 'create' : 'alter'} role ${user} login noinherit password '${toVerifier(password, serverIterations)}';
        comment on role ${user} is 'Runs jobs of cron.job as one other role.';
        ${grant}`);
    }),
  );
}

/** A session behind a pooler lasts for one transaction: its role would be lost, and its process id would be that of another caller. */
function requireDirect({ pooler }: ConnectionTarget): void {
  if (pooler.isUsed)
    throw new Error(
      'The database is behind a pooler. Set DIRECT_URL to the server itself, so that jobs can sign in there.',
    );
}

async function openSession(target: ConnectionTarget): Promise<RoleSession> {
  const client: Client & { processID?: number } = await openClient(target, noTimeLimits, {});
  const close = () => void client.end().catch(() => {});
  try {
    // It may have been noticed just now.
    requireDirect(target);
  } catch (error) {
    close();
    throw error;
  }
  const processId = client.processID ?? 0;
  let running: Promise<unknown> = Promise.resolve();
  return {
    processId,
    async run(text) {
      const query = new CommandQuery(text);
      running = query.done.catch(() => {});
      client.query(query);
      return query.done.catch((error: unknown) => {
        throw toOwnError(error);
      });
    },
    cancel: () => cancelSession(target, processId, running).finally(close),
    close,
  };
}

/** Resolves when the statement has ended, or cannot be made to end. */
async function cancelSession(
  target: ConnectionTarget,
  processId: number,
  running: Promise<unknown>,
): Promise<void> {
  // The login may cancel its own sessions, its role may not.
  const { startAs: _, ...login } = target;
  const other = await openConnection(login, noTimeLimits);
  try {
    // A function may catch the cancellation.
    for (const end of ['pg_cancel_backend', 'pg_terminate_backend']) {
      await other.batch([{ text: `select ${end}($1::int)`, values: [String(processId)] }]);
      const hasEnded = running.then(() => true);
      if (await Promise.race([hasEnded, wait(cancelMs, false, { ref: false })])) return;
    }
  } finally {
    other.destroy();
  }
}
