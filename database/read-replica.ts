/**
 * Reads on a streaming replica of the server, as long as that is at most five seconds behind. A caller that gets no rows here asks the
 * server itself, so that a replica that is slow, away or promoted costs no answer.
 */
import { createAvailability, createProbe } from './availability.ts';
import { type ConnectionTarget, describeTarget, parseDatabaseUrl } from './connection-target.ts';
import type { LoginCount, ReadReplica, Sql } from './database.ts';
import type { TimeLimits } from './driver/open-client.ts';
import { DatabaseStartError, sqlStateOf, toDatabaseError } from './errors.ts';
import { notePooler } from './find-server.ts';
import type { Log } from './log.ts';
import { createLoginConnections } from './login-connections.ts';
import { createWatch } from './watch.ts';

export interface OpenReadReplica extends ReadReplica {
  count(): LoginCount;
  close(): Promise<void>;
}

/** What the server had written when it was asked. */
interface Position {
  askedAt: number;
  written: number;
}

const maxBehindMs = 5000;
const checkEveryMs = 500;
/** A replica that is not used is not asked either. */
const idleAfterMs = 10_000;
/** The statement took its time on the replica; on the server it would again. */
const tookTooLong = '57014';
/** The time for running statements when it is closed. */
const finishSeconds = 5;

/** The roles of a replica are those of its server, so the login is the one of requests there. */
export function parseReadUrl(url: string, requests: ConnectionTarget): ConnectionTarget {
  const { viaPooler: _, ...login } = requests;
  const { host, port, ssl, pooler, database } = parseDatabaseUrl(url, 'DATABASE_READ_URL');
  return { ...login, host, port, ssl, pooler, database };
}

/** Rejects when it is another database. A replica that is away is only logged. */
export async function openReadReplica(options: {
  target: ConnectionTarget;
  /** The server's own. */
  sql: Sql;
  limits: TimeLimits & { maxConnections: number };
  answerWithinMs: number;
  log: Log;
}): Promise<OpenReadReplica> {
  const { target, sql, limits, answerWithinMs, log } = options;
  const place = describeTarget(target);
  const availability = createAvailability({
    probe: createProbe(target),
    probeLimitMs: answerWithinMs * 0.5,
    onHung: () => login.replace(0),
    // What becomes of reads is logged here.
    log: () => {},
  });
  const watch = createWatch(availability, answerWithinMs * 0.4, (error) =>
    toDatabaseError(error, () => false),
  );
  const login = createLoginConnections({
    target,
    direct: target,
    limits,
    share: { connections: limits.maxConnections, transactions: 1 },
    watch,
    requireHearing: async () => {},
    log,
  });
  const replica = login.connections;

  let positions: Position[] = [];
  /** Everything that was committed before this moment is on the replica. */
  let completeUntil = Number.NEGATIVE_INFINITY;
  let usedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;
  let isEnded = false;
  let reported: string | undefined;

  /** Why it cannot be read; undefined when it can, and while that is not known yet. */
  async function check(): Promise<Fault | undefined> {
    const askedAt = performance.now();
    const [server, copy] = await Promise.all([askServer(sql), askReplica(replica.sql)]);
    if (server.system !== copy.system) return faults.other;
    if (!copy.isReplica || copy.position === null) return faults.promoted;
    if (!copy.isReceiving) return faults.cutOff;
    positions = [...positions, { askedAt, written: Number(server.position) }].slice(-maxPositions);
    const reached = positions.findLast(({ written }) => written <= Number(copy.position));
    completeUntil = Math.max(completeUntil, reached?.askedAt ?? completeUntil);
    const [first] = positions;
    const knownSince = Math.max(completeUntil, first?.askedAt ?? askedAt);
    return askedAt - knownSince > maxBehindMs ? faults.behind : undefined;
  }

  async function checkAndReport(): Promise<Fault | undefined> {
    const fault = await check().catch((error: unknown) => faults.away(error));
    if (fault) completeUntil = Number.NEGATIVE_INFINITY;
    const state = fault?.kind ?? 'none';
    if (reported !== state && !isEnded) {
      if (fault)
        log({
          level: 'warn',
          message: `Reads go to the server of DATABASE_URL: the replica ${place} ${fault.text}.`,
        });
      else log({ level: 'info', message: `Reads of visitors go to the replica ${place}.` });
      reported = state;
    }
    return fault;
  }

  /** Checks now and then as long as the replica is used. */
  async function keepChecking(): Promise<void> {
    if (isChecking || isEnded) return;
    isChecking = true;
    await checkAndReport();
    isChecking = false;
    if (isEnded) return;
    if (performance.now() - usedAt < idleAfterMs) timer = setTimeout(keepChecking, checkEveryMs).unref();
    else {
      timer = undefined;
      positions = [];
    }
  }

  async function close(): Promise<void> {
    isEnded = true;
    clearTimeout(timer);
    availability.close();
    await login.end(finishSeconds);
  }

  await notePooler(target).catch(() => {});
  if ((await checkAndReport())?.kind === 'other') {
    await close();
    throw new DatabaseStartError(
      'DATABASE_READ_URL leads to another database than DATABASE_URL. It must name a streaming replica of that server, or be unset.',
    );
  }

  return {
    async tryBatch(statements, { signal }) {
      usedAt = performance.now();
      if (timer === undefined) void keepChecking();
      if (usedAt - completeUntil > maxBehindMs) return undefined;
      try {
        return await replica.batch(statements, { signal });
      } catch (error) {
        if (signal?.aborted || sqlStateOf(error) === tookTooLong) throw error;
        return undefined;
      }
    },
    count: () => ({ login: 'replica', ...login.count() }),
    close,
  };
}

/** Older ones say nothing more: the replica would be too far behind. */
const maxPositions = 2 * Math.ceil(maxBehindMs / checkEveryMs);

interface Fault {
  kind: string;
  text: string;
}

const faults = {
  other: { kind: 'other', text: 'is another server' },
  promoted: { kind: 'promoted', text: 'is a server of its own and no replica' },
  cutOff: { kind: 'cut off', text: 'receives nothing from its server' },
  behind: { kind: 'behind', text: `is more than ${maxBehindMs / 1000} seconds behind` },
  away: (error: unknown): Fault => ({
    kind: 'away',
    text: `cannot be used (${error instanceof Error ? error.message.replace(/\.$/, '') : error})`,
  }),
};

interface ServerState {
  system: string;
  position: string;
}

interface ReplicaState {
  system: string;
  isReplica: boolean;
  /** A replica that is cut off, or has followed another server than ours does, receives nothing. */
  isReceiving: boolean;
  position: string | null;
}

async function askServer(sql: Sql): Promise<ServerState> {
  const [row] = await sql<ServerState[]>`
    select system_identifier::text || ' ' || current_database() as system, (pg_current_wal_lsn() - '0/0')::text as position
    from pg_control_system()`;
  if (!row) throw new Error('The server has no position.');
  return row;
}

async function askReplica(sql: Sql): Promise<ReplicaState> {
  const [row] = await sql<ReplicaState[]>`
    select system_identifier::text || ' ' || current_database() as system, pg_is_in_recovery() as "isReplica",
      exists (select from pg_stat_wal_receiver) as "isReceiving", (pg_last_wal_replay_lsn() - '0/0')::text as position
    from pg_control_system()`;
  if (!row) throw new Error('The replica has no position.');
  return row;
}
