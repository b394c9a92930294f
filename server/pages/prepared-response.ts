/**
 * A response whose bytes are prepared: a cached page, payload or asset in one encoding. The HTTP server writes it without a Request or a
 * Response, which makes a cached page almost as fast as bare node:http; other callers get the same response through `toResponse`.
 */
export interface PreparedResponse {
  status: number;
  /** All headers with lower-case names, including content-length and security headers. */
  headers: Record<string, string>;
  /** The same headers as node:http's flat list, created once. */
  flatHeaders: string[];
  /** null for 304 and for HEAD. */
  body: Uint8Array<ArrayBuffer> | null;
}

/** The parts of a request that select a prepared response. */
export interface RequestParts {
  method: string;
  /** Path and query as received: `/posts/a?page=2`. */
  url: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

export function createPreparedResponse(
  status: number,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | null,
): PreparedResponse {
  // A loop, because this runs for each rendered page and `Object.entries(…).flat()` takes ten times as long.
  const flatHeaders: string[] = [];
  for (const name in headers) flatHeaders.push(name, headers[name] ?? '');
  return { status, headers, flatHeaders, body };
}

const answers = new WeakMap<Response, PreparedResponse>();

export function toResponse(answer: PreparedResponse): Response {
  const response = new Response(answer.body, { status: answer.status, headers: answer.headers });
  answers.set(response, answer);
  return response;
}

/** The prepared response behind a Response: its bytes need not be read from a stream. */
export function findPreparedResponse(response: Response): PreparedResponse | undefined {
  return answers.get(response);
}
