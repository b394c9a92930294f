import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import { createReadyAnswer } from './pages/ready-answer.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { openConnection } from './test-connection.ts';
import { openTestSite, siteUrl, type TestSite } from './test-gateway.ts';

const ready = createReadyAnswer(200, { 'content-type': 'text/html' }, Buffer.from('<h1>Ready</h1>'));
/** More than the buffers of a connection hold. */
const large = Buffer.alloc(30_000_000, 'x');
const largeAnswer = createReadyAnswer(200, { 'content-length': String(large.length) }, large);

let site: TestSite;
let server: Listening;
/** Lets the page at /slow be answered. */
let finishSlow: () => void;

async function start(options: Partial<ListenOptions> = {}): Promise<void> {
  const slow = new Promise<void>((resolve) => {
    finishSlow = resolve;
  });
  site = await openTestSite({
    findReady: ({ url }) => (url === '/ready' ? ready : url === '/large' ? largeAnswer : undefined),
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/slow') await slow;
      return new Response(`<p>${request.url}</p>`, { headers: { 'content-type': 'text/html' } });
    },
  });
  server = await listen({
    gateway: site.gateway,
    host: '127.0.0.1',
    port: 0,
    siteUrl,
    securityHeaders: createSecurityHeaders({ siteUrl, scriptHashes: [], dev: false }),
    proxyTrust: { hops: 0 },
    log: site.log,
    logRequests: true,
    isReady: () => site.state.ready,
    ...options,
  });
}

beforeEach(() => start());
afterEach(async () => {
  finishSlow();
  await server.close();
  await site.close();
});

async function restart(options: Partial<ListenOptions>): Promise<void> {
  await server.close();
  await site.close();
  await start(options);
}

/** Sends one request as it is and returns the whole answer. */
async function exchange(text: string): Promise<string> {
  const connection = await openConnection(server.port);
  connection.send(text);
  return connection.ended();
}

const get = (target: string, headers = '') =>
  exchange(`GET ${target} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n${headers}\r\n`);

describe('a request', () => {
  it('with a ready answer gets it', async () => {
    const answer = await get('/ready');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('<h1>Ready</h1>');
  });

  it('is on the site’s own address, whatever its Host header says', async () => {
    expect(await get('/a?b=1')).toContain(`<p>${siteUrl}/a?b=1</p>`);
    expect(await get('http://other.test/a')).toContain(`<p>${siteUrl}/a</p>`);
    expect(await get('//other.test/a')).toContain(`<p>${siteUrl}//other.test/a</p>`);
  });

  it('keeps a sane request id and gets a new one otherwise', async () => {
    expect(await get('/', 'X-Request-Id: from-proxy-1\r\n')).toContain('x-request-id: from-proxy-1\r\n');
    const answer = await get('/', 'X-Request-Id: "bad id"\r\n');
    expect(answer).toMatch(/x-request-id: [\w-]+\r\n/);
    expect(answer).not.toContain('bad id');
  });

  it('with a body is read on the long way', async () => {
    const body = '{"path":"/posts/a"}';
    const answer = await exchange(
      `POST /views HTTP/1.1\r\nHost: x\r\nOrigin: ${siteUrl}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 204 /);
    expect(site.views).toMatchObject([{ path: '/posts/a', address: '127.0.0.1' }]);
  });

  it('for a picture gets a part of it over the wire', async () => {
    const answer = await get('/pictures/new/cat.svg', 'Range: bytes=2-4\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 206 Partial Content\r\n/);
    expect(answer).toMatch(/\r\n\r\n234$/);
  });
});

describe('the log', () => {
  it('has one line a request, ready or not, without the query', async () => {
    await get('/ready');
    await get('/posts/a?access_token=secret');
    await get('/%zz');
    expect(site.logged()).toMatchObject([
      { level: 'info', method: 'GET', path: '/ready', status: 200, bytes: 14 },
      { level: 'info', method: 'GET', path: '/posts/a', status: 200 },
      { level: 'info', method: 'GET', path: '/%zz', status: 400 },
    ]);
    expect(JSON.stringify(site.logged())).not.toContain('secret');
  });

  it('tells when a client left before it was answered', async () => {
    const leaving = await openConnection(server.port);
    leaving.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    // The request is there when a later one has been answered.
    await get('/ready');
    leaving.socket.destroy();
    await expect
      .poll(() => site.logged())
      .toContainEqual(expect.objectContaining({ path: '/slow', aborted: true }));
  });

  it('is silent about requests when it is switched off', async () => {
    await restart({ logRequests: false });
    await get('/ready');
    await get('/posts/a');
    expect(site.logged()).toEqual([]);
  });
});

describe('bad input', () => {
  it.each([
    ['malformed percent signs', '/posts/%zz'],
    ['encoded traversal', '/posts/..%2f..%2fetc%2fpasswd'],
    ['an encoded NUL', '/posts/%00'],
    ['a backslash', '/posts\\..\\secret'],
    ['an overlong path', `/${'a'.repeat(6000)}`],
    ['an asterisk', '*'],
  ])('%s gets the error screen with status 400', async (_kind, target) => {
    const answer = await get(target);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('<h1>Error 400</h1>');
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).not.toContain('    at ');
  });

  it.each([
    ['bytes that are not HTTP', '\x16\x03\x01 hello\r\n\r\n', 400],
    ['a NUL in the path', 'GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a path that does not end', `GET /${'a'.repeat(20_000)}`, 400],
    ['headers that do not end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}`, 431],
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two lengths', 'POST /views HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ])('%s: the connection is answered and ended', async (_kind, bytes, status) => {
    const answer = await exchange(bytes);
    expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(answer).not.toContain('    at ');
  });

  it('a body that is too large is refused before it is sent', async () => {
    const connection = await openConnection(server.port);
    connection.send(`POST /views HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n`);
    expect(await connection.received(/HTTP\/1\.1 413/)).toContain('connection: close');
    connection.socket.destroy();
  });

  it('the process goes on after all of it', async () => {
    const leaving = await openConnection(server.port);
    leaving.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    leaving.socket.destroy();
    expect(await get('/ready')).toContain('<h1>Ready</h1>');
  });
});

describe('a slow client', () => {
  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['body', `POST /views HTTP/1.1\r\nHost: x\r\nOrigin: ${siteUrl}\r\nContent-Length: 100\r\n\r\n{`],
  ])('that does not finish its %s gets 408 and is let go', async (_part, bytes) => {
    await restart({ limits: { headersMs: 100, requestMs: 200, checkMs: 20 } });
    expect(await exchange(bytes)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  it('that does not hang up after that is cut off', async () => {
    await restart({ limits: { headersMs: 100, requestMs: 200, checkMs: 20 } });
    const stubborn = await openConnection(server.port, '127.0.0.1', { allowHalfOpen: true });
    stubborn.send('GET / HTTP/1.1\r\n');
    await stubborn.received(/HTTP\/1\.1 408/);
    const drip = setInterval(() => stubborn.send('x'), 50);
    await stubborn.ended();
    clearInterval(drip);
  });

  it('that says nothing at all is let go', async () => {
    await restart({ limits: { headersMs: 100, requestMs: 200, checkMs: 20 } });
    expect(await exchange('')).toMatch(/^HTTP\/1\.1 408 |^$/);
  });
});

describe('a port that is taken', () => {
  const again = (host: string) =>
    listen({
      gateway: site.gateway,
      host,
      port: server.port,
      siteUrl,
      securityHeaders: {},
      proxyTrust: { hops: 0 },
      log: site.log,
      logRequests: false,
      isReady: () => true,
    });

  it('is named, with what to do about it', async () => {
    await expect(again('127.0.0.1')).rejects.toThrow(
      `Port ${server.port} is taken. Stop the other program or set PORT to a free one.`,
    );
    await expect(again('localhost')).rejects.toThrow(`Port ${server.port} is taken.`);
  });

  it('an address of another machine is named as well', async () => {
    await expect(again('203.0.113.9')).rejects.toThrow(
      'HOST is not an address of this machine ("203.0.113.9").',
    );
  });
});

describe('closing', () => {
  it('lets a request in flight finish and takes no other', async () => {
    const connection = await openConnection(server.port);
    connection.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    const ready = await openConnection(server.port);
    ready.send('GET /ready HTTP/1.1\r\nHost: x\r\n\r\n');
    await ready.received(/Ready/);

    site.state.ready = false;
    const closed = server.close();
    await ready.ended();
    await expect(openConnection(server.port)).rejects.toThrow('ECONNREFUSED');
    finishSlow();
    expect(await connection.ended()).toContain(`<p>${siteUrl}/slow</p>`);
    await closed;
  });

  it('ends connections that wait for nothing, also those that never asked', async () => {
    const silent = await openConnection(server.port);
    const idle = await openConnection(server.port);
    idle.send('GET /ready HTTP/1.1\r\nHost: x\r\n\r\n');
    await idle.received(/Ready/);
    await server.close();
    await Promise.all([silent.ended(), idle.ended()]);
  });

  it('does not cut off an answer that a slow reader is still taking', async () => {
    const reader = await openConnection(server.port);
    reader.send('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    await reader.received(/x{1000}/);
    reader.socket.pause();
    const closed = server.close();
    // Long enough for several looks at which connections are idle.
    await wait(200);
    reader.socket.resume();
    const answer = await reader.ended();
    expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(large.length);
    await closed;
  });

  it('asks clients to take another connection from the moment it is announced', async () => {
    site.state.ready = false;
    for (const path of ['/ready', '/posts/a']) {
      const connection = await openConnection(server.port);
      connection.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(await connection.ended()).toMatch(/connection: close/i);
    }
  });

  it('waits no longer than it may', async () => {
    await restart({ limits: { drainMs: 100 } });
    const connection = await openConnection(server.port);
    connection.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    const other = await openConnection(server.port);
    other.send('GET /posts/a HTTP/1.1\r\nHost: x\r\n\r\n');
    await other.received(/posts/);
    await server.close();
    expect(await connection.ended()).toBe('');
    expect(site.logged()).toContainEqual(expect.objectContaining({ level: 'warn', connections: 1 }));
  });
});

describe('localhost', () => {
  it('is reached on both of its addresses', async () => {
    await restart({ host: 'localhost' });
    for (const host of ['127.0.0.1', '::1']) {
      const connection = await openConnection(server.port, host).catch((error: NodeJS.ErrnoException) => {
        // A machine without IPv6 has only the first.
        if (host === '::1' && error.code === 'EADDRNOTAVAIL') return undefined;
        throw error;
      });
      connection?.send('GET /ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      if (connection) expect(await connection.ended()).toContain('<h1>Ready</h1>');
    }
  });
});
