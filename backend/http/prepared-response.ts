/**
 * A response whose bytes are finished: a cached page, payload or asset in one encoding. The HTTP server writes it without a Request or a
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
  accept?: string | undefined;
}

export function createPreparedResponse(
  status: number,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | null,
): PreparedResponse {
  return { status, headers, flatHeaders: Object.entries(headers).flat(), body };
}

export function toResponse({ status, headers, body }: PreparedResponse): Response {
  return new Response(body, { status, headers });
}

export function toRequestParts({ method, url, headers }: Request): RequestParts {
  const { pathname, search } = new URL(url);
  return {
    method,
    url: pathname + search,
    acceptEncoding: headers.get('accept-encoding') ?? undefined,
    ifNoneMatch: headers.get('if-none-match') ?? undefined,
    accept: headers.get('accept') ?? undefined,
  };
}
