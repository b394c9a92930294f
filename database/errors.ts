/** Database errors that callers handle: unavailable, full, or unable to start. */

/** The server is down, restarting or too slow. The request is not at fault: answer 503 with Retry-After. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly retryAfterSeconds = 2;
}

/** The disk is full or read-only: data can be read but not written. Answer 507. */
export class DatabaseFull extends Error {
  override name = 'DatabaseFull';
  readonly retryAfterSeconds = 30;
}

/** The database cannot be opened. The message names the error and the fix, for the user at the terminal. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError';
}

const connectionFaults = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

// Shutting down, crashed, starting up; dropped; out of memory, out of connections, configuration limit; read or write failure.
const unavailableStates = new Set(['57P01', '57P02', '57P03', '57P05', '53200', '53300', '53400', '58030']);

/** An error that Postgres itself answered with. */
export class ServerError extends Error {
  override name = 'ServerError';
  /** The SQLSTATE. */
  readonly code: string;
  /** `ERROR`, or `FATAL` when the connection has ended. */
  readonly severity: string;
  readonly detail: string | undefined;
  readonly hint: string | undefined;
  /** Where in the text of the statement, from 1. */
  readonly position: number | undefined;
  readonly table: string | undefined;
  readonly constraint: string | undefined;
  /** The functions in which it happened, the innermost first, one in a line. */
  readonly where: string | undefined;

  constructor(
    message: string,
    fields: Partial<
      Record<
        'code' | 'severity' | 'detail' | 'hint' | 'position' | 'table' | 'constraint' | 'where',
        string | undefined
      >
    >,
  ) {
    super(message);
    this.code = fields.code ?? 'XX000';
    this.severity = fields.severity ?? 'ERROR';
    this.detail = fields.detail;
    this.hint = fields.hint;
    this.position = fields.position === undefined ? undefined : Number(fields.position);
    this.table = fields.table;
    this.constraint = fields.constraint;
    this.where = fields.where;
  }
}

/** The five-character SQLSTATE when Postgres itself answered with an error, for instance `23505`. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = codeOf(error);
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !connectionFaults.has(code) ? code : undefined;
}

/** Converts an error to one of the classes above where it applies. `isDiskFull` tells what 25006 means. */
export function toDatabaseError(error: unknown, isDiskFull: () => boolean): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseFull) return error;
  const state = sqlStateOf(error);
  if (state === '53100' || (state === '25006' && isDiskFull())) {
    return new DatabaseFull('The disk that holds the database has no room for another write.', {
      cause: error,
    });
  }
  const isGone = state === undefined ? connectionFaults.has(codeOf(error) ?? '') : isUnavailableState(state);
  return isGone ? new DatabaseUnavailable('The database does not answer.', { cause: error }) : error;
}

/** Whether this SQLSTATE means that Postgres cannot serve requests now. */
export function isUnavailableState(state: string): boolean {
  return unavailableStates.has(state) || state.startsWith('08');
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
