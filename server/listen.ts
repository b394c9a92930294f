/**
 * The site's HTTP server: node:http requests become Requests for the gateway, and its Responses are written to the connection. Prepared
 * responses and page views take a fast path without a Request and a Response.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { apiPathOf } from '../backend/http/api-error.ts';
import { answerBrokenRequest, type BrokenRequest } from '../backend/http/broken-requests.ts';
import { findClientAddress, type ProxyTrust } from '../backend/http/client-address.ts';
import { sendDirectBody } from '../backend/http/direct-body.ts';
import { offerDirectSource } from '../backend/http/direct-source.ts';
import { TextResponse } from '../backend/http/text-response.ts';
import { bindPort } from './bind-port.ts';
import { type Caller, type Gateway, viewsPath } from './gateway.ts';
import type { ProcessLog } from './log.ts';
import { findPreparedResponse, type PreparedResponse, type RequestParts } from './pages/prepared-response.ts';
import { isBodyComplete, readViewBody } from './read-view-body.ts';
import { createRequestIds } from './request-id.ts';
import { requireHost, toSiteUrl } from './request-target.ts';

export interface ListenOptions {
  gateway: Gateway;
  host: string;
  port: number;
  siteUrl: string;
  securityHeaders: Record<string, string>;
  proxyTrust: ProxyTrust;
  log: ProcessLog;
  logRequests: boolean;
  /** False while the process closes: responses then ask the client to reconnect. */
  isReady: () => boolean;
  /** In development: Vite, which runs first. */
  middleware?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined;
  limits?: Partial<typeof defaultLimits>;
}

export interface Listening {
  port: number;
  /** Stops accepting connections, lets requests in flight finish, and resolves when all connections have ended. */
  close(): Promise<void>;
}

/** A request on the slow path. */
interface Exchange {
  caller: Caller;
  /** Headers added to the response, alternating names and values. */
  headers: string[];
  /** The size of the body, if it is known. */
  bytes?: number;
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
  checkMs: 1_000,
  drainMs: 10_000,
};

export async function listen(options: ListenOptions): Promise<Listening> {
  const { gateway, siteUrl, log, logRequests, isReady, middleware } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const nextRequestId = createRequestIds();
  const exchanges = new WeakMap<object, Exchange>();
  /** Connections with a request on the slow path, and its response. */
  const busy = new Map<Duplex, ServerResponse>();
  const connections = new Set<Duplex>();

  const answerThroughGateway = getRequestListener(
    async (request, { incoming, outgoing }) => {
      offerDirectSource(request, incoming as IncomingMessage);
      const exchange = exchanges.get(incoming);
      const response = await gateway.fetch(request, exchange?.caller);
      const known = findKnownBytes(response);
      const own = exchange?.headers ?? [];
      if (!known) {
        for (let at = 0; at < own.length; at += 2) outgoing.setHeader(own[at] ?? '', own[at + 1] ?? '');
        return (await sendDirectBody(response, outgoing as ServerResponse))
          ? RESPONSE_ALREADY_SENT
          : response;
      }
      if (exchange) exchange.bytes = lengthOf(known);
      send(outgoing as ServerResponse, known, own);
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );

  function onRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const startedAt = performance.now();
    const { method = 'GET', url = '/', headers } = incoming;
    const parts: RequestParts = {
      method,
      url,
      acceptEncoding: headers['accept-encoding'],
      ifNoneMatch: headers['if-none-match'],
    };
    let prepared: PreparedResponse | undefined;
    let fault: unknown;
    try {
      requireHost(incoming);
      prepared = gateway.findPrepared(parts);
    } catch (error) {
      fault = error;
    }
    if (!prepared) {
      if (method === 'POST' && url === viewsPath) answerView(incoming, outgoing, startedAt);
      else answerSlowPath(incoming, outgoing, parts, startedAt, fault);
      return;
    }
    outgoing.writeHead(
      prepared.status,
      isReady() ? prepared.flatHeaders : [...prepared.flatHeaders, 'connection', 'close'],
    );
    outgoing.end(prepared.body);
    if (!logRequests) return;
    const id = nextRequestId(oneValue(headers['x-request-id']));
    const bytes = prepared.body ? prepared.body.byteLength : 0;
    log.request({ method, url, status: prepared.status, ms: performance.now() - startedAt, bytes, id });
  }

  function answerSlowPath(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    parts: RequestParts,
    startedAt: number,
    earlierFault: unknown,
  ): void {
    const exchange = trackRequest(incoming, outgoing, startedAt);
    const { caller } = exchange;
    caller.fault = earlierFault;
    try {
      incoming.url = toSiteUrl(incoming.url ?? '/', siteUrl);
    } catch (error) {
      incoming.url = siteUrl + (apiPathOf(incoming.url ?? '') ?? '/');
      caller.fault ??= error;
    }
    exchanges.set(incoming, exchange);
    answer().catch((cause: unknown) => {
      log.error('An answer could not be sent', { id: caller.requestId, cause });
      outgoing.destroy();
    });

    async function answer(): Promise<void> {
      // An error here is repeated in the gateway, which has a response for it.
      const made = caller.fault ? undefined : await gateway.prepare(parts)?.catch(() => undefined);
      if (!made) return answerThroughGateway(incoming, outgoing);
      exchange.bytes = lengthOf(made);
      send(outgoing, made, exchange.headers);
    }
  }

  /**
   * There are many page views, and nearly all are complete as soon as node:http has parsed head and body: those are answered synchronously.
   * Of the others at most the size limit is read.
   */
  function answerView(incoming: IncomingMessage, outgoing: ServerResponse, startedAt: number): void {
    const take = (body: string | undefined, { caller, headers: own }: Exchange) => {
      const headers = { get: (name: string) => oneValue(incoming.headers[name]) ?? null };
      // The client need not send the rest of a body that is too large.
      if (body === undefined) own.push('connection', 'close');
      send(outgoing, gateway.receiveView({ body, headers, address: caller.address }), own);
    };
    process.nextTick(() => {
      if (!isBodyComplete(incoming)) {
        const exchange = trackRequest(incoming, outgoing, startedAt);
        readViewBody(incoming, (body) => take(body, exchange));
        return;
      }
      const exchange = startExchange(incoming);
      take(String(incoming.read() ?? ''), exchange);
      // Reads to the end of the request: until then the connection keeps it alive.
      incoming.resume();
      if (!logRequests) return;
      const { statusCode: status } = outgoing;
      const ms = performance.now() - startedAt;
      log.request({ method: 'POST', url: viewsPath, status, ms, bytes: 0, id: exchange.caller.requestId });
    });
  }

  function startExchange({ headers, socket }: IncomingMessage): Exchange {
    const requestId = nextRequestId(oneValue(headers['x-request-id']));
    const forwardedFor = oneValue(headers['x-forwarded-for']);
    const address = findClientAddress(socket.remoteAddress ?? '', forwardedFor, options.proxyTrust);
    const exchange: Exchange = { caller: { address, requestId }, headers: ['x-request-id', requestId] };
    if (!isReady()) exchange.headers.push('connection', 'close');
    return exchange;
  }

  /** Tracks a request, and logs it when it is finished. */
  function trackRequest(incoming: IncomingMessage, outgoing: ServerResponse, startedAt: number): Exchange {
    const { method = 'GET', url = '/', socket } = incoming;
    const exchange = startExchange(incoming);
    busy.set(socket, outgoing);
    if (!url.startsWith('/storage/v1/')) limitRequestTime(incoming);
    const written = socket.bytesWritten;
    outgoing.once('close', () => {
      if (busy.get(socket) === outgoing) busy.delete(socket);
      if (!logRequests) return;
      const bytes =
        exchange.bytes ?? Number(outgoing.getHeader('content-length') ?? socket.bytesWritten - written);
      const { statusCode: status } = outgoing;
      const ms = performance.now() - startedAt;
      const line = { method, url, status, ms, bytes, id: exchange.caller.requestId };
      log.request(outgoing.writableFinished ? line : { ...line, aborted: true });
    });
    return exchange;
  }

  /** Node has one time limit for all requests, which is that of uploads. */
  function limitRequestTime(incoming: IncomingMessage): void {
    const { headers, socket } = incoming;
    if (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) return;
    const timer = setTimeout(() => {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (!incoming.complete) server.emit('clientError', error, socket);
    }, limits.requestMs);
    incoming.once('close', () => clearTimeout(timer));
  }

  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.uploadMs,
      keepAliveTimeout: limits.keepAliveMs,
      requireHostHeader: false,
      connectionsCheckingInterval: limits.checkMs,
    },
    middleware
      ? (incoming, outgoing) => middleware(incoming, outgoing, () => onRequest(incoming, outgoing))
      : onRequest,
  );
  server.setTimeout(limits.silentMs);
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('clientError', (error: BrokenRequest, socket) => {
    const answer = busy.get(socket);
    // The response has begun: a second response would be read as part of it.
    if (answer?.headersSent) socket.destroy();
    else answerBrokenRequest(error, socket, { target: answer?.req.url, headers: options.securityHeaders });
  });

  const bound = await bindPort(server, options.host, options.port);

  async function close(): Promise<void> {
    const stopped = bound.stop();
    const endIdle = () => {
      for (const socket of connections)
        if (!busy.has(socket) && socket.writableLength === 0) socket.destroy();
    };
    endIdle();
    const sweep = setInterval(endIdle, 50);
    const deadline = setTimeout(() => {
      log.warn('Requests were still open and have been cut off', { connections: connections.size });
      for (const socket of connections) socket.destroy();
    }, limits.drainMs);
    await stopped;
    clearInterval(sweep);
    clearTimeout(deadline);
    server.close();
  }

  return { port: bound.port, close };
}

type KnownBytes = Pick<PreparedResponse, 'status' | 'flatHeaders'> & { body: string | Uint8Array | null };

/** A prepared page or file, or a response of the backend. */
function findKnownBytes(response: Response): KnownBytes | undefined {
  if (!(response instanceof TextResponse)) return findPreparedResponse(response);
  return { status: response.status, flatHeaders: response.flatHeaders(), body: response.content };
}

/** All headers in one list: after a single setHeader, node:http would parse and check each of the others. */
function send(outgoing: ServerResponse, { status, flatHeaders, body }: KnownBytes, own: string[]): void {
  outgoing.writeHead(status, [...flatHeaders, ...own]).end(body);
}

function lengthOf({ body }: KnownBytes): number {
  return body ? Buffer.byteLength(body) : 0;
}

/** node:http joins a repeated header into one string, except for a few that are not read here. */
function oneValue(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
