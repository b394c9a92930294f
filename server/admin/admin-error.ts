/** A refusal of the admin API, answered as `{ code, message }` with whatever else the browser needs to go on. */
export class AdminError extends Error {
  override name = 'AdminError';
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  toResponse(): Response {
    return Response.json(
      { code: this.code, message: this.message, ...this.details },
      { status: this.status },
    );
  }
}
