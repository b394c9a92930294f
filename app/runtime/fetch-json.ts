export interface JsonResponse {
  status: number;
  /** Undefined when there is none, or when it is not JSON. */
  body: unknown;
}

export interface JsonRequest extends Pick<RequestInit, 'cache' | 'signal'> {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Added to the address. */
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
}

/** The statuses of a server that may answer in a moment: those of a timeout, a restart or a crowd. */
const passing: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];

/** Fetches JSON, with one retry unless it is a POST. An error status is an answer, too; without an answer it throws. */
export async function fetchJson(
  address: string,
  { query, body, headers, ...init }: JsonRequest = {},
): Promise<JsonResponse> {
  const response = await fetchTwice(query ? `${address}?${new URLSearchParams(query)}` : address, {
    ...init,
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
  });
  return { status: response.status, body: parse(await response.text()) };
}

/** The same for an answer that is needed: an error status throws a `RefusedRequest`. */
export async function readJson<T>(address: string, request?: JsonRequest): Promise<T> {
  const response = await fetchJson(address, request);
  if (response.status < 400) return response.body as T;
  throw new RefusedRequest(address, response);
}

export class RefusedRequest extends Error {
  readonly response: JsonResponse;

  constructor(address: string, response: JsonResponse) {
    super(`${address} was answered with ${response.status}.`);
    this.response = response;
  }
}

async function fetchTwice(address: string, init: RequestInit): Promise<Response> {
  if (init.method === 'POST') return fetch(address, init);
  try {
    const response = await fetch(address, init);
    if (!passing.includes(response.status)) return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
  }
  return fetch(address, init);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
