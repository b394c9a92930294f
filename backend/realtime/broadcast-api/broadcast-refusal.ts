/** An answer that is thrown. */
export class BroadcastRefusal extends Error {
  override name = 'BroadcastRefusal';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}
