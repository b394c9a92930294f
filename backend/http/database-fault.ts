import { DatabaseFull, DatabaseUnavailable, sqlStateOf } from '../../database/errors.ts';
import { ServiceError } from './service-error.ts';

/** What a fault of the database means to the client, or undefined when the error is something else. */
export function databaseFault(error: unknown): ServiceError | undefined {
  if (error instanceof DatabaseUnavailable) {
    const message = 'The database is not available. Please try again.';
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    return new ServiceError('unexpected_failure', 503, message, { cause: error, headers });
  }
  if (error instanceof DatabaseFull) {
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    return new ServiceError('unexpected_failure', 507, 'There is no room left to store this.', {
      cause: error,
      headers,
    });
  }
  const state = sqlStateOf(error);
  if (state === '57014' || state === '55P03') {
    const message = 'The database is busy. Please try again.';
    const headers = { 'Retry-After': '2' };
    return new ServiceError('unexpected_failure', 503, message, { cause: error, headers });
  }
  // Class 22 is "data exception": a value that Postgres cannot hold. It came from the client.
  if (state?.startsWith('22')) {
    return new ServiceError('validation_failed', 400, 'A value in the request cannot be stored.', {
      cause: error,
    });
  }
  return undefined;
}

/** The row that another one was to belong to is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23503';
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23505';
}
