/** Calls a database function of the site with the owner's token, on the backend of this process or on the hosted project. */
export type AskBackend = <Answer>(
  token: string,
  name: string,
  args?: object,
  signal?: AbortSignal,
) => Promise<Answer>;

export interface AskBackendOptions {
  fetch(request: Request): Promise<Response>;
  /** Of the backend. */
  url: string;
  /** The public key: the token says who is asking. */
  key: string;
}

/** The backend has answered with an error. */
export class BackendRefusal extends Error {
  override name = 'BackendRefusal';
  readonly status: number;
  readonly hint: string;
  readonly details: string;
  /** A SQLSTATE, or a code of PostgREST. */
  readonly code: string;
  readonly isUnknownFunction: boolean;
  /** The statement took longer than the role may. */
  readonly isTimeout: boolean;

  constructor(status: number, body: unknown) {
    const { message, hint, code, details } = Object(body);
    super(String(message ?? `The backend answered ${status}.`));
    this.status = status;
    this.hint = String(hint ?? '');
    this.details = String(details ?? '');
    this.code = String(code ?? '');
    this.isUnknownFunction = code === 'PGRST202';
    this.isTimeout = code === '57014';
  }
}

const timeLimit = 10_000;

export function createAskBackend({ fetch, url, key }: AskBackendOptions): AskBackend {
  return async (token, name, args = {}, signal) => {
    const limit = AbortSignal.timeout(timeLimit);
    const headers = { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(
      new Request(`${url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(args),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      }),
    );
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new BackendRefusal(response.status, body);
    return body as never;
  };
}
