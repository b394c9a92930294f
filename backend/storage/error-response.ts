import { DatabaseFull, DatabaseUnavailable, ServerError, sqlStateOf } from '../../database/errors.ts';
import { StoreFull, StoreUnavailable } from './files/file-store.ts';
import { accessDenied, alreadyExists, invalidRequest, noSuchBucket, StorageError } from './storage-error.ts';

/** Called for every response that is our fault or the owner's, with the real error. */
export type ReportFault = (error: unknown) => void;

/** Turns errors into responses. Read by storage-js: keep these keys. */
export function toErrorResponse(error: unknown, report: ReportFault): Response {
  const known = toStorageError(error);
  if (known.httpStatus >= 500 || failedInFunction(error)) report(error);
  return Response.json(
    {
      statusCode: String(known.statusCode),
      error: known.title,
      message: known.message,
      code: known.code,
    },
    { status: known.httpStatus, headers: { 'cache-control': 'no-store', ...known.headers } },
  );
}

/** An error in a policy or trigger of the site's owner, who finds it in the log. Not one that a policy means: a row that it refuses. */
function failedInFunction(error: unknown): boolean {
  return error instanceof ServerError && error.where !== undefined && error.code !== '42501';
}

export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  return toFault(error) ?? toRefusal(error) ?? unexpected(error);
}

function toFault(error: unknown): StorageError | undefined {
  if (error instanceof StoreFull || error instanceof DatabaseFull) {
    return new StorageError('InsufficientStorage', 507, 'There is no room left to store this.', {
      headers: { 'retry-after': '30' },
      cause: error,
    });
  }
  if (error instanceof StoreUnavailable || error instanceof DatabaseUnavailable) return unavailable(error);
  const state = sqlStateOf(error);
  if (state === '57014') return unavailable(error, 'DatabaseTimeout');
  if (state === '55P03') return unavailable(error, 'LockTimeout');
  return undefined;
}

/** Maps Postgres errors to client errors: row security, constraints, values that cannot be stored. */
function toRefusal(error: unknown): StorageError | undefined {
  const state = sqlStateOf(error);
  if (state === '42501') {
    const isPolicy = error instanceof Error && error.message.includes('row-level security');
    return accessDenied(isPolicy ? 'new row violates row-level security policy' : 'permission denied', {
      cause: error,
    });
  }
  if (state === '23505') return alreadyExists('KeyAlreadyExists');
  if (state === '23503') return noSuchBucket();
  // A policy or trigger of the site's owner that raises an error or fails on a value.
  if (state?.startsWith('22') || state === 'P0001')
    return invalidRequest('A value in the request cannot be stored.', error);
  return undefined;
}

function unavailable(cause: unknown, code = 'ServiceUnavailable'): StorageError {
  return new StorageError(code, 503, 'The storage is not available. Please try again.', {
    headers: { 'retry-after': '2' },
    cause,
  });
}

function unexpected(cause: unknown): StorageError {
  return new StorageError('InternalError', 500, 'Internal Server Error', { title: 'Internal', cause });
}
