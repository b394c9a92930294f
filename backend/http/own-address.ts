/** Requests to the services of this very process: they are answered without a socket, which the check of addresses would refuse. */
import {
  type OutgoingAnswer,
  type OutgoingFetch,
  type OutgoingRequest,
  outgoingDefaults,
  readText,
  refuseRedirect,
  toFetchError,
} from './outgoing-fetch.ts';

export interface OwnAddress {
  /** The address that clients use. */
  publicUrl: string;
  /** Other names of it, each with its port. */
  hosts: readonly string[];
  /** What the HTTP server calls for the paths of services. */
  serve(request: Request): Promise<Response>;
}

/** Adds the own address to a fetch: what is not for this process goes out as before. */
export type AnswerOwn = (outgoing: OutgoingFetch) => OutgoingFetch;

const servicePath = /^\/[a-z]+\/v1(?:\/|$)/;

/** They describe a connection, which there is none of, or a client in front of a proxy, which would be believed. */
const leftOut = [
  'connection',
  'content-length',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/**
 * What projects call this process in their own files: by its port, and by the names that containers of the Supabase CLI have for its gateway.
 * On the loopback, `apiPort` of config.toml may belong to another program; from a container it is meant for this one.
 */
export function listOwnHosts(given: { port: number; apiPort: number; projectId: string }): string[] {
  const { port, apiPort, projectId } = given;
  const loopback = ['localhost', '127.0.0.1', '[::1]', 'host.docker.internal'].map(
    (name) => `${name}:${port}`,
  );
  const gateway = ['kong', 'api.supabase.internal', ...(projectId ? [`supabase_kong_${projectId}`] : [])];
  return [
    ...loopback,
    `host.docker.internal:${apiPort}`,
    ...gateway.map((name) => `${name.toLowerCase()}:8000`),
  ];
}

export function createAnswerOwn({ publicUrl, hosts, serve }: OwnAddress): AnswerOwn {
  const own = new URL(publicUrl);
  const names = new Set([hostWithPort(own), ...hosts]);
  return (outgoing) => async (address, request) => {
    const url = URL.parse(String(address));
    const isOwn = url !== null && servicePath.test(url.pathname) && names.has(hostWithPort(url));
    if (!isOwn) return outgoing(address, request);
    return exchange(new URL(url.pathname + url.search, own), request ?? {}, serve);
  };
}

function hostWithPort(url: URL): string {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${url.hostname}:${port}`;
}

/** The limits of a request that is sent. */
async function exchange(
  url: URL,
  given: OutgoingRequest,
  serve: OwnAddress['serve'],
): Promise<OutgoingAnswer> {
  const { timeLimitMs, maximumBytes } = { ...outgoingDefaults, ...given };
  const signal = AbortSignal.timeout(timeLimitMs);
  const request = toRequest(url, given, signal);
  const answer = async () => {
    const { status, headers, body } = await serve(request);
    refuseRedirect(url, status);
    return { status, headers, text: await readText(url, body ?? [], maximumBytes) };
  };
  const tooSlow = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return await Promise.race([answer(), tooSlow]).catch((error: unknown) => {
    throw toFetchError(url, error, signal);
  });
}

function toRequest(url: URL, { method, headers, body }: OutgoingRequest, signal: AbortSignal): Request {
  const kept = new Headers(headers);
  for (const name of leftOut) kept.delete(name);
  const usedMethod = (method ?? (body === undefined ? 'GET' : 'POST')).toUpperCase();
  const hasBody = body !== undefined && usedMethod !== 'GET';
  return new Request(url, {
    method: usedMethod,
    headers: kept,
    signal,
    ...(hasBody && { body: body instanceof Uint8Array ? Buffer.from(body) : body }),
  });
}
