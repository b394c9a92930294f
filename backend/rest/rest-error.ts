/** An error response in PostgREST's format. Read by supabase-js: keep the four keys. */
export class RestError extends Error {
  override name = 'RestError';
  /** `PGRST…`, or the SQLSTATE when Postgres itself refused. */
  readonly code: string;
  readonly status: number;
  readonly details: unknown;
  readonly hint: string | null;
  readonly headers: Record<string, string>;

  constructor(
    code: string,
    status: number,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.code = code;
    this.status = status;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
    this.headers = more.headers ?? {};
  }

  toBody(): string {
    const { code, details, hint, message } = this;
    return JSON.stringify({ code, details, hint, message });
  }
}

/** An unreadable part of the query string. */
export function queryError(message: string, details: string): RestError {
  return new RestError('PGRST100', 400, message, { details });
}

export function bodyError(message: string): RestError {
  return new RestError('PGRST102', 400, message);
}
