import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { toErrorMessage } from './describe-error.ts';
import { isPublicAddress } from './public-address.ts';
import { collectBytes } from './read-bytes.ts';

/**
 * Fetches from a server whose address was not chosen by us: identity providers, their documents and keys, hooks. One attempt, on a new
 * connection. Redirects are not followed, and compressed responses are rejected, so that a small response stays small.
 */
export type OutgoingFetch = (address: string | URL, request?: OutgoingRequest) => Promise<OutgoingAnswer>;

export interface OutgoingRequest {
  /** Default: GET, or POST with a body. */
  method?: string;
  headers?: Record<string, string>;
  /** A form gets its content type; a string needs one in the headers. */
  body?: string | URLSearchParams | Uint8Array;
  /** For the whole exchange, from the DNS lookup to the last byte. Default: 10,000. */
  timeLimitMs?: number;
  /** Default: 1 MB. */
  maximumBytes?: number;
}

export interface OutgoingAnswer {
  /** Any status except a redirect; the caller interprets it. */
  status: number;
  headers: Headers;
  /** The body as UTF-8. */
  text: string;
}

export type OutgoingFault =
  | 'refused_address'
  | 'unreachable'
  | 'too_slow'
  | 'too_large'
  | 'redirect'
  | 'compressed';

export const outgoingDefaults = { timeLimitMs: 10_000, maximumBytes: 1024 * 1024 };

/** Why there is no response. The message names host and reason: it is for the log, never for a client. */
export class OutgoingFetchError extends Error {
  readonly fault: OutgoingFault;

  constructor(fault: OutgoingFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutgoingFetchError';
    this.fault = fault;
  }
}

export interface OutgoingFetchOptions {
  /**
   * The hosts that the owner allows inside the private network and over plain HTTP: `keycloak.lan`, `127.0.0.1:9000`; `*` allows all. Every
   * other host must be public and use HTTPS.
   */
  privateHosts?: readonly string[];
  lookup?: (hostname: string) => Promise<{ address: string; family: number }[]>;
}

const lookUpAll = (hostname: string) => systemLookup(hostname, { all: true });

export function createOutgoingFetch(options: OutgoingFetchOptions = {}): OutgoingFetch {
  const isAllowedInside = createPrivateHosts(options);
  const lookUp = options.lookup ?? lookUpAll;

  return async (address, request = {}) => {
    const url = parseAddress(address);
    const isPrivate = isAllowedInside(url);
    if (url.protocol !== 'https:' && !(isPrivate && url.protocol === 'http:'))
      throw refused(url, 'only HTTPS is allowed');
    const bare = bareHost(url);
    if (isIP(bare) !== 0 && !isPrivate) requirePublic(url, bare);
    return exchange(url, request, checkedLookup(url, isPrivate, lookUp));
  };
}

/** Throws for an address in a private network, without connecting. A name that cannot be resolved now is checked when it is used. */
export type CheckAddress = (address: string) => Promise<void>;

export function createAddressCheck(options: OutgoingFetchOptions = {}): CheckAddress {
  const isAllowedInside = createPrivateHosts(options);
  const lookUp = options.lookup ?? lookUpAll;
  return async (address) => {
    const url = parseAddress(address);
    if (isAllowedInside(url)) return;
    const bare = bareHost(url);
    const found = isIP(bare) === 0 ? await lookUp(bare).catch(() => []) : [{ address: bare }];
    for (const each of found) requirePublic(url, each.address);
  };
}

function createPrivateHosts(options: OutgoingFetchOptions): (url: URL) => boolean {
  const privateHosts = new Set((options.privateHosts ?? []).map((host) => host.toLowerCase()));
  return (url) => ['*', url.hostname, url.host].some((host) => privateHosts.has(host));
}

/** Without the brackets of an IPv6 address. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function parseAddress(address: string | URL): URL {
  const url = URL.parse(String(address));
  if (url === null) throw new OutgoingFetchError('refused_address', 'The address is not a URL.');
  if (url.username !== '' || url.password !== '') throw refused(url, 'it holds a user name or a password');
  return url;
}

/**
 * The socket connects to the checked address, so a name that resolves differently a second time gains nothing. One private address rejects
 * the whole list: a legitimate host does not mix the two.
 */
function checkedLookup(
  url: URL,
  isPrivate: boolean,
  lookUp: NonNullable<OutgoingFetchOptions['lookup']>,
): LookupFunction {
  return (hostname, wanted, callback) => {
    lookUp(hostname).then(
      (found) => {
        try {
          if (!isPrivate) for (const { address } of found) requirePublic(url, address);
          const [first] = found;
          if (first === undefined) throw new Error(`${hostname} has no address`);
          if (wanted.all === true) callback(null, found);
          else callback(null, first.address, first.family);
        } catch (error) {
          callback(toError(error), '', 0);
        }
      },
      (error: unknown) => callback(toError(error), '', 0),
    );
  };
}

function exchange(url: URL, request: OutgoingRequest, lookup: LookupFunction): Promise<OutgoingAnswer> {
  const { body, timeLimitMs, maximumBytes } = { ...outgoingDefaults, ...request };
  const signal = AbortSignal.timeout(timeLimitMs);
  const bytes = body === undefined || body instanceof Uint8Array ? body : Buffer.from(String(body));
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': 'Porchlight',
    ...(body instanceof URLSearchParams && { 'content-type': 'application/x-www-form-urlencoded' }),
    ...Object.fromEntries(
      Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    ...(bytes !== undefined && { 'content-length': String(bytes.length) }),
    'accept-encoding': 'identity',
  };
  return new Promise<OutgoingAnswer>((resolve, reject) => {
    const fail = (error: unknown) => reject(toFetchError(url, error, signal));
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const method = request.method ?? (bytes === undefined ? 'GET' : 'POST');
    // No agent: a kept-alive connection could lead to an unchecked address.
    const sending = send(url, { method, headers, lookup, signal, agent: false });
    // The signal also destroys the socket; the promise does not wait until the DNS lookup notices.
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    sending.on('error', fail);
    sending.on('response', (response) => {
      readAnswer(url, response, maximumBytes).then(resolve, (error: unknown) => {
        sending.destroy();
        fail(error);
      });
    });
    sending.end(bytes);
  });
}

async function readAnswer(
  url: URL,
  response: IncomingMessage,
  maximumBytes: number,
): Promise<OutgoingAnswer> {
  const status = response.statusCode ?? 0;
  refuseRedirect(url, status);
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity') {
    const message = `${url.host} gave a compressed answer (${encoding}), which was not requested.`;
    throw new OutgoingFetchError('compressed', message);
  }
  return { status, headers, text: await readText(url, response, maximumBytes) };
}

export function refuseRedirect(url: URL, status: number): void {
  if (status < 300 || status >= 400 || status === 304) return;
  throw new OutgoingFetchError('redirect', `${url.host} answered with a redirect, which is not followed.`);
}

export async function readText(
  url: URL,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maximumBytes: number,
): Promise<string> {
  const tooLarge = () =>
    new OutgoingFetchError('too_large', `${url.host} answered with more than ${maximumBytes} bytes.`);
  return (await collectBytes(body, maximumBytes, tooLarge)).toString('utf8');
}

function requirePublic(url: URL, address: string): void {
  if (!isPublicAddress(address)) throw refused(url, `${address} is not on the open internet`);
}

function refused(url: URL, reason: string): OutgoingFetchError {
  const remedy = 'If it is meant, name the host in PRIVATE_HOSTS.';
  return new OutgoingFetchError('refused_address', `${url.origin} is not asked: ${reason}. ${remedy}`);
}

export function toFetchError(url: URL, error: unknown, signal: AbortSignal): OutgoingFetchError {
  if (error instanceof OutgoingFetchError) return error;
  if (signal.aborted)
    return new OutgoingFetchError('too_slow', `${url.host} took too long to answer.`, error);
  const reason = toErrorMessage(error);
  return new OutgoingFetchError('unreachable', `${url.host} could not be asked: ${reason}`, error);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
