import { createAvailability, createProbe } from './availability.ts';
import { type ConnectionTarget, toDatabaseUrl } from './connection-target.ts';
import { type Connections, type Database, type LoginCount, requestRoles } from './database.ts';
import type { TimeLimits } from './driver/open-client.ts';
import { DatabaseUnavailable, sqlStateOf, toDatabaseError } from './errors.ts';
import type { Log } from './log.ts';
import { createLoginConnections, type LoginConnections, type Share } from './login-connections.ts';
import { type Login, type LoginTargets, serverIterations, toVerifier } from './login-roles.ts';
import { createOpenRoleSession } from './open-role-session.ts';
import { openPool } from './pool.ts';
import type { ReplicationStream } from './replication/replication.ts';
import { createHearingCheck } from './report/can-listen.ts';
import { resetSessionStatements } from './reset-session.ts';
import { createWatch } from './watch.ts';

const wrongPassword = '28P01';
// The time for statements on old connections to finish.
const finishSeconds = 5;

/** The number of connections per login: 27 at most, in tenths of `maxConnections`. Transactions of the auth service may wait for a hook. */
const shares: Record<Login, Share> = {
  requests: { connections: 8, transactions: 2 },
  service: { connections: 4, transactions: 1 },
  auth: { connections: 7, transactions: 5 },
  storage: { connections: 3, transactions: 2 },
  realtime: { connections: 3, transactions: 1 },
  site: { connections: 2, transactions: 1 },
};

/** The `Database` of one running server. It owns the connections, not the server. */
export function createConnectedDatabase(options: {
  owner: ConnectionTarget;
  logins: LoginTargets;
  limits: TimeLimits & { maxConnections: number };
  log: Log;
  answerWithinMs: number;
  isDiskFull: () => boolean;
}): Database {
  const { owner, limits, log, answerWithinMs, isDiskFull } = options;
  let isClosed = false;

  // The two limits together (waiting for the response, then the probe) are below `answerWithinMs`.
  const availability = createAvailability({
    probe: createProbe(options.logins.requests),
    probeLimitMs: answerWithinMs * 0.5,
    // A hanging server may never close its connections.
    onHung: () => replacePools(0),
    log,
  });
  const watch = createWatch(availability, answerWithinMs * 0.4, noteFault);

  const requireHearing = createHearingCheck(owner);
  const opened = new Map<LoginCount['login'], LoginConnections>();
  const open = (name: LoginCount['login'], target: ConnectionTarget, share: Share): Connections => {
    const direct = { ...owner, user: target.user, password: target.password };
    const login = createLoginConnections({ target, direct, limits, share, watch, requireHearing, log });
    opened.set(name, login);
    return login.connections;
  };
  const openLogin = (login: Login) =>
    open(login, options.logins[login], {
      connections: Math.max(2, Math.round((shares[login].connections * limits.maxConnections) / 10)),
      transactions: Math.max(1, Math.round((shares[login].transactions * limits.maxConnections) / 10)),
    });
  const own = open('owner', owner, {
    connections: limits.maxConnections,
    transactions: limits.maxConnections,
  });
  const callers = openLogin('requests');
  const service = openLogin('service');

  let isRestoring = false;
  function noteFault(error: unknown): unknown {
    if (sqlStateOf(error) === wrongPassword && !isClosed) {
      if (!isRestoring) {
        isRestoring = true;
        restorePasswords(owner, options.logins, log).finally(() => {
          isRestoring = false;
        });
      }
      return new DatabaseUnavailable('The database did not let us in.', { cause: error });
    }
    const databaseError = toDatabaseError(error, isDiskFull);
    if (databaseError instanceof DatabaseUnavailable && !availability.isDown() && !isClosed) {
      // The first failing statement probes the server, so that the others fail at once.
      availability.check();
    }
    return databaseError;
  }

  function replacePools(timeoutSeconds: number) {
    for (const login of opened.values()) login.replace(timeoutSeconds);
  }

  const streams = new Set<ReplicationStream>();
  const database: Database = {
    ...own,
    requests: (role) => (role === 'service_role' ? service : callers),
    auth: openLogin('auth'),
    storage: openLogin('storage'),
    realtime: openLogin('realtime'),
    site: openLogin('site'),
    asRole(role, claims, work) {
      if (!requestRoles.includes(role)) throw new Error(`No request may run as "${role}".`);
      return database.requests(role).transaction(async (inside) => {
        // Sent with the first statement of `work`; if it fails, the transaction is aborted before that runs.
        const sent = [
          ...resetSessionStatements.map((text) => inside.unsafe(text, [])),
          inside`
            select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)
          `,
        ];
        const [value] = await Promise.all([work(inside), ...sent]);
        return value;
      });
    },
    async notify(channel, payload) {
      await own.sql`select pg_notify(${channel}, ${payload})`;
    },
    async openReplication(replication) {
      const { openReplication } = await import('./replication/open-replication.ts');
      const opened = await openReplication(owner, {
        ...replication,
        onLost(error) {
          streams.delete(stream);
          replication.onLost(error);
        },
      });
      const stream: ReplicationStream = {
        async close() {
          streams.delete(stream);
          await opened.close();
        },
      };
      streams.add(stream);
      if (isClosed) await stream.close();
      return stream;
    },
    openRoleSession: createOpenRoleSession(owner, own),
    whenWritable: (work) => work(),
    countConnections: () => [...opened].map(([login, { count }]) => ({ login, ...count() })),
    isHealthy: () =>
      own.sql`select 1`.then(
        () => true,
        () => false,
      ),
    url: toDatabaseUrl(owner),
    async close() {
      isClosed = true;
      availability.close();
      await Promise.all([...streams].map((stream) => stream.close()));
      await Promise.all([...opened.values()].map((login) => login.end(finishSeconds)));
    },
  };
  return database;
}

/** Every role may change its own password, and so may a function that executes text on one of our logins. This sets them again. */
async function restorePasswords(owner: ConnectionTarget, logins: LoginTargets, log: Log): Promise<void> {
  log({ level: 'warn', message: 'The password of a login was changed in the database. It is set again.' });
  const { sql, end } = openPool(owner, log);
  try {
    for (const { user, password } of Object.values(logins))
      await sql.script(`alter role ${user} login password '${toVerifier(password, serverIterations)}'`);
  } catch (error) {
    log({
      level: 'error',
      message: 'The passwords of the logins could not be set again.',
      error: String(error),
    });
  } finally {
    await end();
  }
}
