import { DatabaseFull, DatabaseUnavailable, ServerError } from '../../../database/errors.ts';
import { RestError } from '../rest-error.ts';

/** The response to a database error; undefined when it is our own fault. `isAnonymous`: the caller is not signed in. */
export function toDatabaseAnswer(error: unknown, isAnonymous: boolean): RestError | undefined {
  if (error instanceof DatabaseUnavailable) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return new RestError('PGRST001', 503, 'The database is not available. Please try again.', {
      cause: error,
      headers,
    });
  }
  if (error instanceof DatabaseFull) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return new RestError('53100', 507, 'There is no room left to store this.', { cause: error, headers });
  }
  if (!(error instanceof ServerError)) return undefined;
  if (error.code === 'PGRST') return toRaised(error);
  const status = toStatus(error, isAnonymous);
  return new RestError(error.code, status, error.message, {
    details: error.detail ?? null,
    hint: error.hint ?? null,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    ...(status >= 500 ? { cause: error } : {}),
  });
}

const statusOfCode: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  P0001: 400,
  // Caused by the client or by concurrent requests: none of these is a server error, although PostgREST answers 500.
  '21000': 400,
  '57014': 504,
  '55P03': 504,
  '40001': 409,
  '40P01': 409,
};

const statusOfClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  // The query is too deep, too wide or too long.
  '54': 400,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function toStatus({ code }: ServerError, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  // With `raise sqlstate 'PT404'` a function chooses the status.
  const chosen = /^PT(\d{3})$/.exec(code)?.[1];
  if (chosen !== undefined) return Number(chosen) >= 200 && Number(chosen) <= 599 ? Number(chosen) : 500;
  return statusOfCode[code] ?? statusOfClass[code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PGRST'`: message and detail are JSON that describes the whole response. */
function toRaised(error: ServerError): RestError {
  const message = parseObject(error.message);
  if (typeof message?.code !== 'string' || typeof message.message !== 'string') {
    return notParsed(`Invalid JSON value for MESSAGE: '${error.message}'`, messageHint);
  }
  if (error.detail === undefined) return notParsed('DETAIL is missing in the RAISE statement', detailHint);
  const detail = parseObject(error.detail);
  const headers = detail === undefined ? undefined : Object(detail.headers);
  const status = detail?.status;
  if (
    typeof status !== 'number' ||
    !Number.isInteger(status) ||
    status < 200 ||
    status > 599 ||
    typeof detail?.headers !== 'object'
  )
    return notParsed(`Invalid JSON value for DETAIL: '${error.detail}'`, detailHint);
  return new RestError(message.code, status, message.message, {
    details: message.details ?? null,
    hint: typeof message.hint === 'string' ? message.hint : null,
    headers: Object.fromEntries(
      Object.entries<unknown>(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
  });
}

const messageHint =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

function notParsed(details: string, hint: string): RestError {
  return new RestError('PGRST121', 500, 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
    details,
    hint,
  });
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
