/** An error that a client may see: a stable code, a status and a public message. Its cause goes to the log only. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  /** Members beside code and message in the body, such as the reasons of a weak password. */
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: string,
    status: number,
    message: string,
    more: { cause?: unknown; fields?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message, 'cause' in more ? { cause: more.cause } : undefined);
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
    this.fields = more.fields ?? {};
    this.headers = more.headers ?? {};
  }

  /** The request has a member that is missing or not valid. The message names it. */
  static validationFailed(message: string, options: { cause?: unknown } = {}): ServiceError {
    return new ServiceError('validation_failed', 400, message, options);
  }
}

/** OAuth errors, `{error, error_description}`, with status 400 unless OAuth requires another. */
export class OAuthError extends Error {
  readonly error: string;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(
    error: string,
    description: string,
    more: { status?: number; headers?: Record<string, string> } = {},
  ) {
    super(description);
    this.name = 'OAuthError';
    this.error = error;
    this.status = more.status ?? 400;
    this.headers = more.headers ?? {};
  }
}
