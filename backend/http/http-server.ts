/**
 * The HTTP server of the site and of the backend alone: node:http requests become Requests, and Responses are written to the connection. A
 * prepared response is written without either. Only this file serves with node:http.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { toApiErrorResponse } from './api-error.ts';
import { answerBrokenRequest, type BrokenRequest } from './broken-requests.ts';
import type { Connection } from './client-address.ts';
import { isLarge, sendBody, withArrivingBody } from './large-bodies.ts';
import { createOpenConnections } from './open-connections.ts';
import type { PreparedResponse, RequestParts } from './prepared-response.ts';

/** The WebSockets of a server. */
export interface WebSockets {
  /** Whether there are WebSockets at a path. */
  accepts(path: string): boolean;
  /** Takes over the connection. `head` is what the client has sent after the request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): Promise<void>;
  /** Tells all clients that the process ends, and ends their connections. */
  close(): Promise<void>;
}

export interface HttpServerOptions {
  fetch(request: Request, exchange: Exchange): Promise<Response>;
  /** Cached pages and files. */
  findPrepared?: (parts: RequestParts) => PreparedResponse | undefined;
  /** Default: the URL is made of the Host header and the target. */
  readUrl?: (head: RequestHead) => { url: string; fault?: unknown };
  /** The id of a request, by the `x-request-id` of the client. Default: requests have no id. */
  createRequestId?: (offered: string | undefined) => string;
  /** Called when a response is sent, or when the client has left. */
  onAnswered?: ((answered: AnsweredRequest) => void) | undefined;
  /** Headers of responses to bytes that are not a request. */
  headers?: Record<string, string>;
  /** False while the process closes: responses then ask the client to reconnect. */
  isReady?: () => boolean;
  /** In development: Vite, which runs first. */
  middleware?: ((incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void) | undefined;
  webSockets?: WebSockets | undefined;
  /** The client's address for WebSockets. Default: the socket's. */
  findAddress?: (remoteAddress: string, forwardedFor: string | undefined) => string;
  limits?: Partial<typeof defaultLimits> | undefined;
}

export interface HttpServer {
  server: Server;
  /**
   * Lets requests in flight finish and ends idle connections until `stopped`, the end of all connections. Returns the number of connections
   * that were cut off at the time limit.
   */
  close(stopped: Promise<void>): Promise<number>;
}

export type RequestHead = Pick<IncomingMessage, 'url' | 'headers' | 'httpVersion'>;

/** Data about a request beside the Request. */
export interface Exchange extends Connection {
  /** Empty if requests have no id. */
  requestId: string;
  /** An error of `readUrl`. */
  fault?: unknown;
}

export interface AnsweredRequest {
  method: string;
  url: string;
  status: number;
  ms: number;
  bytes: number;
  id: string;
  traceParent: string | string[] | undefined;
  aborted?: true;
}

export const defaultLimits = {
  /** For the URL and all headers: enough for the longest URL, a token and the four session cookies. */
  headerBytes: 32_768,
  headersMs: 10_000,
  requestMs: 30_000,
  /** The same for uploads to the storage. */
  uploadMs: 3_600_000,
  /** Longer than the minute of load balancers, so that they close the connection first. */
  keepAliveMs: 65_000,
  /** A client that reads nothing of its response for so long is gone. */
  silentMs: 120_000,
  /** The same while a function works, which may take longer than any other response. */
  functionMs: 410_000,
  checkMs: 1_000,
  drainMs: 10_000,
  /** The rest of a body after its response. */
  restBytes: 67_108_864,
  restMs: 10_000,
};

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { middleware, findPrepared, readUrl = readUrlByHost, webSockets } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const connections = createOpenConnections<ServerResponse>();

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const startedAt = performance.now();
    const { url, fault } = readUrl(incoming);
    const prepared = fault === undefined ? findPrepared?.(toParts(incoming)) : undefined;
    if (prepared) {
      sendPrepared(options, outgoing, prepared, startedAt);
      return;
    }
    const requestId = createId(options, incoming);
    reportWhenClosed(options, outgoing, requestId, startedAt);
    connections.start(incoming.socket, outgoing);
    limitRequestTime(server, incoming, limits.requestMs);
    if (isFunctionCall(incoming)) {
      incoming.socket.setTimeout(limits.functionMs);
      outgoing.once('close', () => incoming.socket.setTimeout(limits.silentMs));
    }
    dropUnreadBody(incoming, outgoing, limits);
    incoming.url = url;
    answer(options, incoming, outgoing, { remoteAddress: incoming.socket.remoteAddress, requestId, fault });
  }

  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      // Node has one time limit for all requests, which is that of uploads.
      requestTimeout: limits.uploadMs,
      keepAliveTimeout: limits.keepAliveMs,
      requireHostHeader: false,
      connectionsCheckingInterval: limits.checkMs,
      // Any other upgrade that a client offers is ignored, as HTTP asks for: it gets a response.
      shouldUpgradeCallback: ({ url = '/', headers }) =>
        headers.upgrade?.toLowerCase() === 'websocket' &&
        webSockets?.accepts(url.split('?')[0] ?? '') === true,
    },
    middleware
      ? (incoming, outgoing) => middleware(incoming, outgoing, () => onRequest(incoming, outgoing))
      : onRequest,
  );
  server.setTimeout(limits.silentMs);
  server.on('connection', connections.add);
  server.on('upgrade', (incoming, socket, head) => {
    connections.remove(socket);
    const { remoteAddress = '' } = incoming.socket;
    const forwardedFor = incoming.headers['x-forwarded-for'];
    const address = options.findAddress?.(remoteAddress, [forwardedFor].flat().join() || undefined);
    webSockets?.upgrade(incoming, socket, head, address ?? remoteAddress).catch(() => socket.destroy());
  });
  server.on('clientError', (error: BrokenRequest, socket) => {
    const started = connections.find(socket);
    // The response has begun: a second response would be read as part of it.
    if (started?.headersSent) socket.destroy();
    else answerBrokenRequest(error, socket, { target: started?.req.url, headers: options.headers ?? {} });
  });
  return {
    server,
    async close(stopped) {
      await webSockets?.close();
      const cutOff = await connections.drain(stopped, limits.drainMs);
      server.close();
      return cutOff;
    },
  };
}

function readUrlByHost({ url = '/' }: RequestHead): { url: string; fault?: unknown } {
  return { url };
}

function toParts({ method = 'GET', url = '/', headers }: IncomingMessage): RequestParts {
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch, accept } = headers;
  return { method, url, acceptEncoding, ifNoneMatch, accept };
}

function createId({ createRequestId }: HttpServerOptions, { headers }: IncomingMessage): string {
  const offered = headers['x-request-id'];
  return createRequestId?.(typeof offered === 'string' ? offered : undefined) ?? '';
}

function sendPrepared(
  options: HttpServerOptions,
  outgoing: ServerResponse,
  { status, flatHeaders, body }: PreparedResponse,
  startedAt: number,
): void {
  const isReady = options.isReady?.() ?? true;
  outgoing.writeHead(status, isReady ? flatHeaders : [...flatHeaders, 'connection', 'close']).end(body);
  if (!options.onAnswered) return;
  const { method = 'GET', url = '/', headers } = outgoing.req;
  const id = createId(options, outgoing.req);
  const ms = performance.now() - startedAt;
  const { traceparent: traceParent } = headers;
  options.onAnswered({ method, url, status, ms, bytes: body?.length ?? 0, id, traceParent });
}

/** A listener for this request alone, because @hono/node-server passes on no data of ours. That costs a closure. */
function answer(
  options: HttpServerOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  exchange: Exchange,
): void {
  if (exchange.requestId !== '') outgoing.setHeader('x-request-id', exchange.requestId);
  if (options.isReady?.() === false) outgoing.setHeader('connection', 'close');
  const listener = getRequestListener(
    async (request) => {
      const given = hasLargeBody(incoming) ? withArrivingBody(request, incoming) : request;
      const response = await options.fetch(given, exchange);
      return sendLarge(response, outgoing);
    },
    {
      // `dropUnreadBody` does it: the library closes the connection of a client that takes half a second.
      autoCleanupIncoming: false,
      errorHandler: (error) =>
        error instanceof RequestError
          ? toApiErrorResponse('', 400, 'This is not a valid request.')
          : toApiErrorResponse('', 500, 'Something went wrong on our side.'),
    },
  );
  listener(incoming, outgoing).catch(() => outgoing.destroy());
}

function hasLargeBody({ method = 'GET', headers }: IncomingMessage): boolean {
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return false;
  const length = headers['content-length'];
  return (length !== undefined || headers['transfer-encoding'] !== undefined) && isLarge(length);
}

/** Sends a large body of known length, and one that says it is sent in chunks; returns any other response. */
async function sendLarge(response: Response, outgoing: ServerResponse): Promise<Response> {
  const length = response.headers.get('content-length');
  const isStream = length === null ? response.headers.has('transfer-encoding') : isLarge(length);
  // Accessing `body` of other responses would create a stream.
  const body = isStream ? response.body : null;
  if (body === null) return response;
  outgoing.setHeaders(response.headers).writeHead(response.status).flushHeaders();
  // A partial response cannot be repaired: the client sees that it was cut off.
  await sendBody(body, outgoing).catch(() => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

function reportWhenClosed(
  { onAnswered }: HttpServerOptions,
  outgoing: ServerResponse,
  id: string,
  startedAt: number,
): void {
  if (!onAnswered) return;
  const { method = 'GET', url = '/', socket, headers } = outgoing.req;
  const { traceparent: traceParent } = headers;
  const written = socket.bytesWritten;
  outgoing.once('close', () => {
    const { statusCode: status, writableFinished } = outgoing;
    const bytes = Number(outgoing.getHeader('content-length') ?? socket.bytesWritten - written);
    const line = { method, url, status, ms: performance.now() - startedAt, bytes, id, traceParent };
    onAnswered(writableFinished ? line : { ...line, aborted: true });
  });
}

function isFunctionCall({ url = '/' }: IncomingMessage): boolean {
  return url.startsWith('/functions/v1/');
}

/** All requests with a body but uploads to the storage and to functions, whose limit is Node's. */
function limitRequestTime(server: Server, incoming: IncomingMessage, ms: number): void {
  const { headers, socket, url = '/' } = incoming;
  if (url.startsWith('/storage/v1/') || isFunctionCall(incoming)) return;
  if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
  const timer = setTimeout(() => {
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!incoming.complete) server.emit('clientError', error, socket);
  }, ms);
  incoming.once('close', () => clearTimeout(timer));
}

/**
 * After a response that came before the end of the request's body: reads and drops the rest, so that the client, which is still sending,
 * can read the response and use the connection again. Closes the connection of a client that sends too much or for too long.
 */
function dropUnreadBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  limits: Pick<typeof defaultLimits, 'restBytes' | 'restMs'>,
): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    const { socket } = incoming;
    const maxBytes = socket.bytesRead + limits.restBytes;
    const endsAt = performance.now() + limits.restMs;
    // A dropped chunk causes no event, so the limits are checked from time to time.
    const timer = setInterval(() => {
      if (socket.bytesRead > maxBytes || performance.now() > endsAt) socket.destroy();
    }, 50);
    incoming.once('close', () => clearInterval(timer));
    incoming.removeAllListeners('readable').removeAllListeners('data');
    incoming.resume();
  });
}
