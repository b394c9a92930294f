/**
 * An answer whose bytes are already made: a cached page, payload or asset in one encoding. The HTTP process writes it without
 * making a Request or a Response, which is what keeps a cached page close to the speed of bare node:http; everybody else
 * sees the same answer through `toResponse`.
 */
export interface PreparedResponse {
  status: number;
  /** All headers, lower-case names, content-length and security headers included. */
  headers: Record<string, string>;
  /** The same headers as node:http's flat list, made once. */
  flatHeaders: string[];
  /** null for 304 and for HEAD. */
  body: Uint8Array<ArrayBuffer> | null;
}

/** The request headers that decide which ready answer fits. */
export interface RequestParts {
  method: string;
  /** Path and query exactly as they came: `/posts/a?page=2`. */
  url: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

export function createPreparedResponse(
  status: number,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | null,
): PreparedResponse {
  // Made for each page that is rendered, and `Object.entries(…).flat()` takes ten times as long.
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

/** The ready answer that a response was made of: its bytes need not be read back out of a stream. */
export function findPreparedResponse(response: Response): PreparedResponse | undefined {
  return answers.get(response);
}
