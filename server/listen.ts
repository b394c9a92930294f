/** Puts the gateway on a port: the origin, the request ids and the log of the site. */
import { randomBytes } from 'node:crypto';
import { apiPathOf } from '../backend/http/api-error.ts';
import { findClientAddress, type ProxyTrust } from '../backend/http/client-address.ts';
import {
  type AnsweredRequest,
  createHttpServer,
  type Exchange,
  type HttpServerOptions,
  type RequestHead,
} from '../backend/http/http-server.ts';
import { bindPort } from './bind-port.ts';
import type { Gateway } from './gateway.ts';
import type { ProcessLog } from './log.ts';
import { requireHost, toSiteUrl } from './request-target.ts';

export interface ListenOptions extends Pick<HttpServerOptions, 'middleware' | 'limits' | 'webSockets'> {
  gateway: Gateway;
  host: string;
  port: number;
  siteUrl: string;
  securityHeaders: Record<string, string>;
  proxyTrust: ProxyTrust;
  log: ProcessLog;
  logRequests: boolean;
  /** Called with every answered request. */
  observers?: ((answered: AnsweredRequest) => void)[];
  /** False while the process closes: responses then ask the client to reconnect. */
  isReady: () => boolean;
}

export interface Listening {
  port: number;
  /** Stops accepting connections, lets requests in flight finish, and resolves when all connections have ended. */
  close(): Promise<void>;
}

export async function listen(options: ListenOptions): Promise<Listening> {
  const { gateway, siteUrl, proxyTrust, log, isReady, middleware, limits } = options;

  /** With a fault the URL is the service's, which decides the format of the error, or the home page. */
  function readUrl(head: RequestHead): { url: string; fault?: unknown } {
    const { url: target = '/' } = head;
    try {
      requireHost(head);
      return { url: toSiteUrl(target, siteUrl) };
    } catch (fault) {
      return { url: siteUrl + (apiPathOf(target) ?? '/'), fault };
    }
  }

  function fetch(request: Request, { remoteAddress = '', requestId, fault }: Exchange): Promise<Response> {
    const forwardedFor = request.headers.get('x-forwarded-for') ?? undefined;
    const address = findClientAddress(remoteAddress, forwardedFor, proxyTrust);
    return gateway.fetch(request, { address, requestId, fault });
  }

  const { server, close } = createHttpServer({
    fetch,
    readUrl,
    findPrepared: gateway.findPrepared,
    createRequestId: createRequestIds(),
    onAnswered: createOnAnswered(options),
    headers: options.securityHeaders,
    isReady,
    middleware,
    webSockets: options.webSockets,
    findAddress: (remoteAddress, forwardedFor) => findClientAddress(remoteAddress, forwardedFor, proxyTrust),
    limits,
  });
  const bound = await bindPort(server, options.host, options.port);
  return {
    port: bound.port,
    async close() {
      const connections = await close(bound.stop());
      if (connections > 0) log.warn('Requests were still open and have been cut off', { connections });
    },
  };
}

function createOnAnswered({
  logRequests,
  observers = [],
  log,
}: ListenOptions): HttpServerOptions['onAnswered'] {
  const all = logRequests ? [...observers, log.request] : observers;
  if (all.length === 0) return undefined;
  return (answered) => {
    for (const observe of all) observe(answered);
  };
}

/** Request ids: a proxy's id if it has a valid form, else a new one. */
function createRequestIds(): (offered: string | undefined) => string {
  // A random prefix and a counter: unique across processes, and cheap enough for every request.
  const prefix = randomBytes(6).toString('hex');
  let count = 0;
  return (offered) => {
    if (offered && /^[\w.-]{4,64}$/.test(offered)) return offered;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
