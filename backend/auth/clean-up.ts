import type { Sql } from '../../database/database.ts';
import { DatabaseFull } from '../../database/errors.ts';
import type { Log } from '../../database/log.ts';
import type { AuthConfig } from '../config/auth-config.ts';
import type { Clock } from './service/ports.ts';

export interface CleanUpOptions {
  database: { sql: Sql };
  config: Pick<AuthConfig, 'sessions' | 'jwtExpiry' | 'email' | 'sms'>;
  clock: Clock;
  log: Log;
  /** Rows that one statement removes, so that it does not hold locks for long. */
  batch?: number;
}

export interface CleanUp {
  /** Removes what is due now and returns the number of rows. */
  run(): Promise<number>;
  close(): Promise<void>;
}

const firstAfterMs = 60_000;
const everyMs = 3_600_000;
const defaultBatch = 200;
/** The next hourly run removes the rest. */
const maxBatches = 100;

/** Ended rows are kept for a day, so that users get an error that names the reason. */
const retentionSeconds = 24 * 3600;
/** Reuse of an old refresh token reveals a theft, so used tokens are kept for longer. */
const usedTokenRetentionSeconds = 7 * retentionSeconds;

interface Rule {
  table: string;
  key: string;
  /** $1 is the time before which a row must have ended. */
  where: string;
  /** The distance of that time from now. */
  seconds: number;
}

/**
 * Removes ended rows every hour, in small batches and outside of requests. Any number of processes may run it at once: each skips
 * rows that another one has locked.
 */
export function startCleanUp(options: CleanUpOptions): CleanUp {
  const { sql } = options.database;
  const rules = rulesOf(options.config);
  const batch = options.batch ?? defaultBatch;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();

  async function apply({ table, key, where, seconds }: Rule): Promise<number> {
    const before = new Date(options.clock.now().getTime() - seconds * 1000);
    const statement = `delete from ${table} where ${key} in (
      select ${key} from ${table} t where ${where} limit ${batch} for update skip locked)`;
    let removed = 0;
    for (let round = 0; round < maxBatches && !isClosed; round += 1) {
      const { count } = await sql.unsafe(statement, [before]);
      removed += count;
      if (count < batch) break;
    }
    return removed;
  }

  async function run(): Promise<number> {
    let removed = 0;
    for (const rule of rules) if (!isClosed) removed += await apply(rule);
    return removed;
  }

  function runAndLog(): void {
    running = run().catch((error: unknown) => {
      // The database logs a full disk itself, once.
      if (error instanceof DatabaseFull) return;
      const message = 'Expired rows could not be removed; the next attempt is in an hour.';
      options.log({ level: 'warn', message, error: String(error) });
    });
  }
  const first = setTimeout(runAndLog, firstAfterMs).unref();
  const timer = setInterval(runAndLog, everyMs).unref();

  return {
    run,
    async close() {
      isClosed = true;
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}

function rulesOf({ sessions, jwtExpiry, email, sms }: CleanUpOptions['config']): Rule[] {
  const created = (table: string, seconds = retentionSeconds) => ({
    table,
    key: 'id',
    where: 't.created_at < $1',
    seconds,
  });
  const expired = (table: string, key = 'id') => ({
    table,
    key,
    where: 't.expires_at < $1',
    seconds: retentionSeconds,
  });
  const session = (where: string, seconds: number) => ({ table: 'auth.sessions', key: 'id', where, seconds });
  const lastUsed = `greatest(t.created_at, t.updated_at, t.refreshed_at at time zone 'utc')`;
  return [
    session('t.not_after < $1', retentionSeconds),
    ...(sessions.timebox > 0 ? [session('t.created_at < $1', sessions.timebox + retentionSeconds)] : []),
    ...(sessions.inactivityTimeout > 0
      ? [session(`${lastUsed} < $1`, sessions.inactivityTimeout + retentionSeconds)]
      : []),
    // A session that no token can renew lives until its last access token expires.
    session(
      `t.refresh_token_hmac_key is null and ${lastUsed} < $1
        and not exists (select from auth.refresh_tokens r where r.session_id = t.id and r.revoked = false)`,
      jwtExpiry + retentionSeconds,
    ),
    // The token before the current one is kept as long as the current one: the client may never have received the current one.
    {
      table: 'auth.refresh_tokens',
      key: 'id',
      where: `t.revoked and t.updated_at < $1 and not exists (
        select from auth.refresh_tokens r where r.parent = t.token and r.session_id = t.session_id and r.revoked = false)`,
      seconds: usedTokenRetentionSeconds,
    },
    {
      table: 'auth.one_time_tokens',
      key: 'id',
      where: `t.created_at < $1::timestamptz at time zone 'utc'`,
      seconds: Math.max(email.otpExpiry, sms.otpExpiry) + retentionSeconds,
    },
    // A mail link is valid as long as its code, and its flow ends after that.
    created('auth.flow_state', email.otpExpiry + retentionSeconds),
    created('auth.saml_relay_states'),
    created('auth.oauth_client_states'),
    expired('auth.oauth_authorizations'),
    created('auth.mfa_challenges'),
    expired('auth.webauthn_challenges'),
    { ...created('auth.mfa_factors'), where: `t.created_at < $1 and t.status = 'unverified'` },
    expired('porchlight.used_proofs', 'proof'),
  ];
}
