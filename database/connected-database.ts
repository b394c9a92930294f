import { createAvailability } from './availability.ts';
import { type ConnectionTarget, toDatabaseUrl } from './connection-target.ts';
import { type Connections, type Database, requestRoles } from './database.ts';
import { DatabaseUnavailable, sqlStateOf, toDatabaseError } from './errors.ts';
import type { Log } from './log.ts';
import { createLoginConnections, type LoginConnections, type Share } from './login-connections.ts';
import type { Login, LoginTargets } from './login-roles.ts';
import { openSocket } from './pipeline/open-socket.ts';
import { type Limits, noTimeLimits } from './pool.ts';
import { resetSessionStatements } from './reset-session.ts';
import { restorePasswords } from './restore-passwords.ts';
import { createWatch } from './watched-sql.ts';

const wrongPassword = '28P01';
// The time for statements on old connections to finish.
const finishSeconds = 5;
const renewAfterMs = 100;

/** The number of connections per login: 24 at most, in tenths of `maxConnections`. Transactions of the auth service may wait for a hook. */
const shares: Record<Login, Share> = {
  requests: { driver: 2, batches: 6 },
  service: { driver: 1, batches: 3 },
  auth: { driver: 5, batches: 2 },
  storage: { driver: 2, batches: 1 },
  site: { driver: 1, batches: 1 },
};

/** The `Database` of one running server. It owns the connections, not the server. */
export function createConnectedDatabase(options: {
  owner: ConnectionTarget;
  logins: LoginTargets;
  limits: Limits;
  log: Log;
  answerWithinMs: number;
  isDiskFull: () => boolean;
}): Database {
  const { owner, limits, log, answerWithinMs, isDiskFull } = options;
  let poolsSince = performance.now();
  let isClosed = false;

  // The two limits together (waiting for the response, then the probe) are below `answerWithinMs`.
  const availability = createAvailability({
    probe: async (onActivity, signal) => {
      const { socket } = await openSocket(owner, noTimeLimits, { onActivity, signal });
      socket.destroy();
    },
    probeLimitMs: answerWithinMs * 0.5,
    // A hanging server may never close its connections.
    onHung: () => replacePools(0),
    log,
  });
  const watch = createWatch(availability, answerWithinMs * 0.4, noteFault);

  const opened: LoginConnections[] = [];
  const open = (target: ConnectionTarget, share: Share): Connections => {
    const login = createLoginConnections({ target, limits, share, watch, log });
    opened.push(login);
    return login.connections;
  };
  const openLogin = (login: Login) =>
    open(options.logins[login], {
      driver: Math.max(1, Math.round((shares[login].driver * limits.maxConnections) / 10)),
      batches: Math.max(1, Math.round((shares[login].batches * limits.maxConnections) / 10)),
    });
  const own = open(owner, { driver: limits.maxConnections, batches: limits.maxConnections });
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
      // After a lost connection the driver's state may be inconsistent: the next statements get a new pool.
      if (performance.now() - poolsSince > renewAfterMs) replacePools(finishSeconds);
    }
    return databaseError;
  }

  function replacePools(timeoutSeconds: number) {
    poolsSince = performance.now();
    for (const login of opened) login.replace(timeoutSeconds);
  }

  const database: Database = {
    ...own,
    requests: (role) => (role === 'service_role' ? service : callers),
    auth: openLogin('auth'),
    storage: openLogin('storage'),
    site: openLogin('site'),
    asRole(role, claims, work) {
      if (!requestRoles.includes(role)) throw new Error(`No request may run as "${role}".`);
      return database.requests(role).transaction(async (inside) => {
        // Sent with the first statement of `work`; if it fails, the transaction is aborted before that runs.
        const sent = [
          ...resetSessionStatements.map((text) => inside.unsafe(text).execute()),
          inside`
            select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)
          `.execute(),
        ];
        const [value] = await Promise.all([work(inside), ...sent]);
        return value;
      });
    },
    async notify(channel, payload) {
      await own.sql`select pg_notify(${channel}, ${payload})`;
    },
    whenWritable: (work) => work(),
    isHealthy: () =>
      own.sql`select 1`.then(
        () => true,
        () => false,
      ),
    url: toDatabaseUrl(owner),
    async close() {
      isClosed = true;
      availability.close();
      await Promise.all(opened.map((login) => login.end(finishSeconds)));
    },
  };
  return database;
}
