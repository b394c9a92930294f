import { DatabaseFull, DatabaseUnavailable, sqlStateOf } from '../../database/errors.ts';
import { ServiceError } from './service-error.ts';

/** The response to a database error; undefined for any other error. */
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
  // Class 22 is "data exception": a value that Postgres cannot store. It came from the client.
  if (state?.startsWith('22')) {
    return ServiceError.validationFailed('A value in the request cannot be stored.', {
      cause: error,
    });
  }
  return undefined;
}

/** The referenced row does not exist any more. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23503';
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === '23505';
}
