/** For tests: the site of test-gateway.ts on a real port. */
import { createPreparedResponse } from '../../../backend/http/prepared-response.ts';
import { type ListenOptions, listen } from '../../../server/listen.ts';
import { openConnection } from './test-connection.ts';
import { openTestSite, securityHeaders, siteUrl, type TestSite } from './test-gateway.ts';

/** The body of /large: more than the buffers of a connection. */
export const large = Buffer.alloc(30_000_000, 'x');

const ready = createPreparedResponse(200, { 'content-type': 'text/html' }, Buffer.from('<h1>Ready</h1>'));
const largeAnswer = createPreparedResponse(200, { 'content-length': String(large.length) }, large);

export interface TestServer {
  port: number;
  site: TestSite;
  /** Releases the response of /slow. */
  finishSlow(): void;
  /** Sends raw bytes and returns the whole response. */
  exchange(bytes: string): Promise<string>;
  get(target: string, headers?: string): Promise<string>;
  /** Closes the server; the site stays open. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function openTestServer(options: Partial<ListenOptions> = {}): Promise<TestServer> {
  const slow = Promise.withResolvers<void>();
  const site = await openTestSite({
    findPrepared: ({ url }) => (url === '/ready' ? ready : url === '/large' ? largeAnswer : undefined),
    async fetch(request) {
      if (new URL(request.url).pathname === '/slow') await slow.promise;
      return new Response(`<p>${request.url}</p>`, { headers: { 'content-type': 'text/html' } });
    },
  });
  const server = await listen({
    gateway: site.gateway,
    host: '127.0.0.1',
    port: 0,
    siteUrl,
    securityHeaders,
    proxyTrust: { hops: 0 },
    log: site.log,
    logRequests: true,
    isReady: () => site.state.ready,
    ...options,
  }).catch(async (error: unknown) => {
    await site.close();
    throw error;
  });

  async function exchange(bytes: string): Promise<string> {
    const connection = await openConnection(server.port);
    connection.send(bytes);
    return connection.ended();
  }

  return {
    port: server.port,
    site,
    finishSlow: slow.resolve,
    exchange,
    get: (target, headers = '') =>
      exchange(`GET ${target} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n${headers}\r\n`),
    stop: server.close,
    async close() {
      slow.resolve();
      await server.close();
      await site.close();
    },
  };
}
