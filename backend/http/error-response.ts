import { databaseFault } from './database-fault.ts';
import { OAuthError, ServiceError } from './service-error.ts';

const versionHeader = 'X-Supabase-Api-Version';
const newestVersion = '2024-01-01';

/** Called for every response that is our fault, with the real error. */
export type ReportFault = (fault: { errorId: string; error: unknown; request: Request }) => void;

/** Turns errors into responses. Only code, message and chosen fields leave the process. */
export function toErrorResponse(error: unknown, request: Request, report: ReportFault): Response {
  if (error instanceof OAuthError) {
    const { status, headers } = error;
    return Response.json({ error: error.error, error_description: error.message }, { status, headers });
  }
  const known = error instanceof ServiceError ? error : (databaseFault(error) ?? unexpectedFailure(error));
  const errorId = known.status >= 500 ? crypto.randomUUID() : undefined;
  if (errorId !== undefined) report({ errorId, error, request });

  const headers = new Headers(known.headers);
  headers.set('x-sb-error-code', known.code);
  if (wantsNewestVersion(request)) {
    headers.set(versionHeader, newestVersion);
    return Response.json(
      { code: known.code, message: known.message, ...known.fields },
      { status: known.status, headers },
    );
  }
  const body = {
    code: known.status,
    error_code: known.code,
    msg: known.message,
    ...(errorId === undefined ? {} : { error_id: errorId }),
    ...known.fields,
  };
  return Response.json(body, { status: known.status, headers });
}

function unexpectedFailure(cause: unknown): ServiceError {
  const message = 'Unexpected failure, please check server logs for more information';
  return new ServiceError('unexpected_failure', 500, message, { cause });
}

/** An invalid date in the header counts as no header, as in Supabase Auth. */
function wantsNewestVersion(request: Request): boolean {
  const asked = request.headers.get(versionHeader) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) && asked >= newestVersion;
}
