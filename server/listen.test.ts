import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConnection } from '../tests/harness/server/test-connection.ts';
import { siteUrl } from '../tests/harness/server/test-gateway.ts';
import { openTestServer, type TestServer } from '../tests/harness/server/test-server.ts';
import type { ListenOptions } from './listen.ts';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

async function reopen(options: Partial<ListenOptions>): Promise<void> {
  await server.close();
  server = await openTestServer(options);
}

describe('a request', () => {
  it('with a prepared response gets it', async () => {
    const answer = await server.get('/ready');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('<h1>Ready</h1>');
  });

  it('for a page that is not prepared gets it, with its request id and log line', async () => {
    const answer = await server.get('/made', 'X-Request-Id: from-proxy-1\r\n');
    const body = `<p>${siteUrl}/made</p>`;
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('x-request-id: from-proxy-1\r\n');
    expect(answer).toContain(body);
    expect(server.site.logged()).toMatchObject([
      { path: '/made', status: 200, bytes: body.length, id: 'from-proxy-1' },
    ]);
  });

  it('to the backend gets the backend’s response with the headers of the site', async () => {
    const answer = await server.get('/auth/v1/user?a=1', 'X-Request-Id: from-proxy-1\r\n');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({ method: 'GET', path: '/auth/v1/user', remoteAddress: '127.0.0.1' });
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head.toLowerCase()).toContain(`\r\ncontent-length: ${body.length}`);
    expect(head).toContain('\r\nx-content-type-options: nosniff');
    expect(head).toContain('\r\nx-frame-options: ALLOW');
    expect(head).toContain('\r\nx-request-id: from-proxy-1');
    expect(server.site.logged()).toMatchObject([{ path: '/auth/v1/user', status: 200, bytes: body.length }]);
  });

  it('with HEAD to the backend gets no body', async () => {
    const answer = await server.exchange(
      'HEAD /auth/v1/user HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^{]*\r\n\r\n$/);
    expect(answer).toContain('x-content-type-options: nosniff');
  });

  it('has the site’s own origin, whatever its Host header says', async () => {
    expect(await server.get('/a?b=1')).toContain(`<p>${siteUrl}/a?b=1</p>`);
    expect(await server.get('http://other.test/a')).toContain(`<p>${siteUrl}/a</p>`);
    expect(await server.get('//other.test/a')).toContain(`<p>${siteUrl}//other.test/a</p>`);
  });

  it('keeps a valid request id and gets a new one otherwise', async () => {
    expect(await server.get('/', 'X-Request-Id: from-proxy-1\r\n')).toContain(
      'x-request-id: from-proxy-1\r\n',
    );
    const answer = await server.get('/', 'X-Request-Id: "bad id"\r\n');
    expect(answer).toMatch(/x-request-id: [\w-]+\r\n/);
    expect(answer).not.toContain('bad id');
  });

  it('with a body is read through the gateway', async () => {
    const body = '{"path":"/posts/a","nonce":1}';
    const answer = await server.exchange(
      `POST /views HTTP/1.1\r\nHost: x\r\nOrigin: ${siteUrl}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 204 /);
    expect(server.site.views).toMatchObject([{ path: '/posts/a', address: '127.0.0.1' }]);
  });

  it('for a picture supports ranges', async () => {
    const answer = await server.get('/pictures/new/cat.svg', 'Range: bytes=2-4\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 206 Partial Content\r\n/);
    expect(answer).toMatch(/\r\n\r\n234$/);
  });
});

describe('the log', () => {
  it('has one line per request, prepared or not, without the query', async () => {
    await server.get('/ready');
    await server.get('/posts/a?access_token=secret');
    await server.get('/%zz');
    expect(server.site.logged()).toMatchObject([
      { level: 'info', method: 'GET', path: '/ready', status: 200, bytes: 14 },
      { level: 'info', method: 'GET', path: '/posts/a', status: 200 },
      { level: 'info', method: 'GET', path: '/%zz', status: 400 },
    ]);
    expect(JSON.stringify(server.site.logged())).not.toContain('secret');
  });

  it('records that a client left before its response', async () => {
    const leaving = await openConnection(server.port);
    leaving.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    // The request has arrived when a later one has been answered.
    await server.get('/ready');
    leaving.socket.destroy();
    await expect
      .poll(() => server.site.logged())
      .toContainEqual(expect.objectContaining({ path: '/slow', aborted: true }));
  });

  it('has no requests when they are switched off', async () => {
    await reopen({ logRequests: false });
    await server.get('/ready');
    await server.get('/posts/a');
    expect(server.site.logged()).toEqual([]);
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
    const answer = await server.get(target);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('<h1>Error 400</h1>');
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).not.toContain('    at ');
  });

  it.each([
    ['bytes that are not HTTP', '\x16\x03\x01 hello\r\n\r\n', 400],
    ['a NUL in the path', 'GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a path that does not end', `GET /${'a'.repeat(40_000)}`, 400],
    ['headers that do not end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}`, 431],
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two lengths', 'POST /views HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ])('%s: the connection gets a response and is closed', async (_kind, bytes, status) => {
    const answer = await server.exchange(bytes);
    expect(answer.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(answer).not.toContain('    at ');
  });

  it.each([
    ['malformed percent signs', '/rest/v1/%zz', 'rest'],
    ['a backslash', '/auth/v1\\user', 'auth'],
    ['an overlong address', `/rest/v1/posts?id=in.(${'1,'.repeat(9000)})`, 'rest'],
    ['an overlong address', `/storage/v1/object/${'a'.repeat(17_000)}`, 'storage'],
  ])('%s under the path of a service gets JSON', async (_kind, target, service) => {
    const answer = await server.get(target, 'Accept: text/html\r\n');
    expect(readError(answer, service)).toMatch(/^This address/);
    expect(answer).toContain('access-control-allow-origin: *');
    expect(answer).toContain('x-content-type-options: nosniff');
  });

  it('a filter of 16,000 characters reaches the backend, beside a token and cookies', async () => {
    const query = `id=in.(${'1234,'.repeat(3200)}1)`;
    const answer = await server.get(`/rest/v1/posts?${query}`, `Cookie: a=${'x'.repeat(8000)}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it.each([
    ['an address that does not end', `GET /rest/v1/posts?id=${'a'.repeat(40_000)}`, 'rest'],
    [
      'headers that do not end',
      `GET /auth/v1/user HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}`,
      'auth',
    ],
    ['no Host header', 'GET /storage/v1/bucket HTTP/1.1\r\nConnection: close\r\n\r\n', 'storage'],
    [
      'two lengths',
      'POST /auth/v1/signup HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'auth',
    ],
  ])('%s under the path of a service gets JSON too', async (_kind, bytes, service) => {
    expect(readError(await server.exchange(bytes), service)).toMatch(/^Th(is|e) /);
  });

  it('a body that is too large is refused before it is sent', async () => {
    const connection = await openConnection(server.port);
    connection.send(`POST /about HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n`);
    expect(await connection.received(/HTTP\/1\.1 413/)).toContain('larger than');
    connection.socket.destroy();
  });

  it('a page view that is too large gets the usual response, before it is sent', async () => {
    const connection = await openConnection(server.port);
    connection.send(
      `POST /views HTTP/1.1\r\nHost: x\r\nOrigin: ${siteUrl}\r\nContent-Length: 99999999\r\n\r\n`,
    );
    expect(await connection.received(/HTTP\/1\.1 204/)).not.toContain('connection: close');
    connection.socket.destroy();
  });

  it('the process keeps running after all of it', async () => {
    const leaving = await openConnection(server.port);
    leaving.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    leaving.socket.destroy();
    expect(await server.get('/ready')).toContain('<h1>Ready</h1>');
  });
});

/** The message of an error in the format of its service. */
function readError(answer: string, service: string): string {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(head).toContain('content-type: application/json');
  const error = JSON.parse(body);
  const names = { auth: ['code', 'error_code', 'msg'], storage: ['statusCode', 'error', 'message', 'code'] };
  const rest = service === 'rest' ? ['code', 'message', 'details', 'hint'] : ['code', 'message'];
  expect(Object.keys(error)).toEqual(Reflect.get(names, service) ?? rest);
  return error.msg ?? error.message;
}

describe('a slow client', () => {
  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['body', `POST /views HTTP/1.1\r\nHost: x\r\nOrigin: ${siteUrl}\r\nContent-Length: 100\r\n\r\n{`],
  ])('that does not finish its %s gets 408 and is disconnected', async (_part, bytes) => {
    await reopen({ limits: { headersMs: 100, requestMs: 200, checkMs: 20 } });
    expect(await server.exchange(bytes)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  });

  it('gets this as JSON', async () => {
    await reopen({ limits: { headersMs: 100, requestMs: 200, checkMs: 20 } });
    const bytes = 'GET /rest/v1/posts HTTP/1.1\r\nHost: x\r\n';
    expect(readError(await server.exchange(bytes), 'none')).toBe('The request took too long.');
  });

  it('that does not close after that is cut off', async () => {
    await reopen({ limits: { headersMs: 100, requestMs: 200, checkMs: 20 } });
    const stubborn = await openConnection(server.port, '127.0.0.1', { allowHalfOpen: true });
    stubborn.send('GET / HTTP/1.1\r\n');
    await stubborn.received(/HTTP\/1\.1 408/);
    const drip = setInterval(() => stubborn.send('x'), 50);
    await stubborn.ended();
    clearInterval(drip);
  });

  it('that sends nothing is disconnected', async () => {
    await reopen({ limits: { headersMs: 100, requestMs: 200, checkMs: 20 } });
    expect(await server.exchange('')).toMatch(/^HTTP\/1\.1 408 |^$/);
  });
});
