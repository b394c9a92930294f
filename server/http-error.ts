/**
 * An error with a response: status and message are for the visitor, the cause is for the log only. Any other error is unexpected and
 * becomes a 500 without details.
 */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly statusCode: number;
  readonly headers: Record<string, string>;

  constructor(
    statusCode: number,
    message: string,
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.statusCode = statusCode;
    this.headers = options.headers ?? {};
  }
}

export function notFound(pathname: string): HttpError {
  return new HttpError(404, `Page not found: ${pathname}`);
}
