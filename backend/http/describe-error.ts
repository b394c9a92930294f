import { ServerError } from '../../database/errors.ts';

/** What was thrown, as a short sentence. */
export function toErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For the log: the error with its stack, the functions of the database in which it happened, and its causes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const where = error instanceof ServerError && error.where ? `\n    in ${error.where}` : '';
  const text = (error.stack ?? error.message) + where;
  return error.cause === undefined ? text : `${text}\ncaused by ${describeError(error.cause)}`;
}
