import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestSite,
  securityHeaders,
  siteUrl,
  type TestSite,
} from '../tests/harness/server/test-gateway.ts';
import { HttpError } from './http-error.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const request = (path: string, init: RequestInit = {}) =>
  site.gateway.fetch(new Request(siteUrl + path, init));

describe('health', () => {
  it('is returned at /healthz, and not cached', async () => {
    const response = await request('/healthz');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('differs from readiness while the process closes', async () => {
    expect((await request('/readyz')).status).toBe(200);
    site.state.ready = false;
    const [ready, health] = [await request('/readyz'), await request('/healthz')];
    site.state.ready = true;
    expect([ready.status, health.status]).toEqual([503, 200]);
  });
});

describe('every kind of response', () => {
  it.each([
    ['a page', '/', {}, 200],
    ['an unknown page', '/nowhere', {}, 404],
    ['a redirect', '/moved', {}, 302],
    ['an asset', '/assets/page-abc.js', {}, 200],
    ['a missing asset', '/assets/gone.js', {}, 404],
    ['a build manifest', '/builds/latest.json', {}, 200],
    ['health', '/healthz', {}, 200],
    ['a picture', '/pictures/new/cat.svg', {}, 200],
    ['a page view', '/views', { method: 'POST', body: '{}' }, 204],
    ['a wrong method', '/', { method: 'DELETE' }, 405],
    ['a bad address', '/%zz', {}, 400],
  ])('has the security headers: %s', async (_kind, path, init, status) => {
    const response = await request(path, init);
    expect(response.status).toBe(status);
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (name === 'content-security-policy')
        expect(response.headers.get(name)).toMatch(/default-src 'none'/);
      // Feed readers show it on pages of their own.
      else if (name === 'cross-origin-resource-policy' && path.startsWith('/pictures/'))
        expect(response.headers.get(name)).toBe('cross-origin');
      else expect(response.headers.get(name)).toBe(value);
    }
  });
});

describe('methods', () => {
  it.each([
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/posts/a', 'GET, HEAD'],
    ['PUT', '/assets/page-abc.js', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['OPTIONS', '/', 'GET, HEAD'],
    ['GET', '/views', 'POST'],
    ['HEAD', '/views', 'POST'],
  ])('%s %s is refused, with %s in Allow', async (method, path, allow) => {
    const response = await request(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
  });

  it('a prepared response is for GET and HEAD only', () => {
    const parts = { url: '/ready', acceptEncoding: undefined, ifNoneMatch: undefined };
    expect(site.gateway.findPrepared({ ...parts, method: 'GET' })?.status).toBe(200);
    expect(site.gateway.findPrepared({ ...parts, method: 'POST' })).toBeUndefined();
  });

  it('HEAD has the headers of GET without a body', async () => {
    for (const path of [
      '/',
      '/nowhere',
      '/healthz',
      '/assets/page-abc.js',
      '/pictures/new/cat.svg',
      '/%00',
    ]) {
      const [get, head] = [await request(path), await request(path, { method: 'HEAD' })];
      expect(head.status).toBe(get.status);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(await head.text()).toBe('');
    }
  });
});

describe('faults', () => {
  it.each([
    '/%',
    '/posts/..%2f..%2fetc%2fpasswd',
    '/%00',
    '/posts/%ff',
    '/assets/..%5c..%5csecret.txt',
  ])('%s is a bad request, answered with the error screen', async (path) => {
    const response = await request(path);
    expect(response.status).toBe(400);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe('<h1>Error 400</h1><p>This address is not valid.</p>');
  });

  it.each([
    ['/nowhere', 'application/json'],
    ['/nowhere', 'application/json, text/plain, */*'],
    ['/nowhere', 'text/html;q=0.5, application/json'],
    ['/nowhere.json', 'text/html'],
    ['/builds/meta/unknown.json', '*/*'],
  ])('%s with Accept: %s gets JSON', async (path, accept) => {
    const response = await request(path, { headers: { accept } });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: { statusCode: 404, message: `Page not found: ${path}` } });
  });

  it.each([
    ['GET', '/rest', { code: '404', message: 'Page not found: /rest', details: null, hint: null }],
    ['GET', '/functions/hello', { code: '404', message: 'Page not found: /functions/hello' }],
    ['GET', '/auth/%zz', { code: 400, error_code: 'unknown', msg: 'This address is not valid.' }],
    ['POST', '/storage/v2', { statusCode: '405', error: 'InvalidRequest', code: 'InvalidRequest' }],
  ])('%s %s, under the path of a service, gets JSON whatever it accepts', async (method, path, error) => {
    const response = await request(path, { method, headers: { accept: 'text/html' } });
    expect(await response.json()).toMatchObject(error);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('a path that the backend does not serve is answered by the backend', async () => {
    for (const path of ['/realtime/v1/websocket', '/functions/v1/hello', '/graphql/v1'])
      expect(await (await request(path, { method: 'POST' })).json()).toMatchObject({ method: 'POST', path });
  });

  it.each([
    'text/html,application/xhtml+xml,*/*;q=0.8',
    '*/*',
    'text/html, application/json;q=0.9',
  ])('Accept: %s gets the page', async (accept) => {
    const response = await request('/nowhere', { headers: { accept } });
    expect(await response.text()).toBe('<h1>Page Not Found</h1>');
  });

  it('an unexpected one reveals nothing, and is logged with the request id', async () => {
    const fails = await openTestSite({
      fetch: () => Promise.reject(new Error('connection to 10.0.0.5 refused')),
    });
    const request = new Request(`${siteUrl}/posts/a?token=abc`);
    const response = await fails.gateway.fetch(request, { address: '', requestId: 'r-1' });
    await fails.close();
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('<h1>Error 500</h1><p>Something went wrong on our side.</p>');
    expect(fails.logged()).toMatchObject([
      { level: 'error', path: '/posts/a', id: 'r-1', cause: { message: 'connection to 10.0.0.5 refused' } },
    ]);
  });

  it('a broken error screen still has a text response', async () => {
    const broken = await openTestSite({
      fetch: () => Promise.reject(new HttpError(503, 'Please come back later.')),
      renderError: () => Promise.reject(new Error('no renderer')),
    });
    const response = await broken.gateway.fetch(new Request(`${siteUrl}/`));
    await broken.close();
    expect(response.status).toBe(503);
    expect(await response.text()).toBe('503 Please come back later.\n');
    expect(broken.logged()).toMatchObject([
      { message: 'The error screen failed', cause: { message: 'no renderer' } },
    ]);
  });

  it('a body of more than a megabyte is refused by its Content-Length', async () => {
    const headers = { 'content-length': '1048577' };
    expect((await request('/about', { method: 'POST', headers, body: '{}' })).status).toBe(413);
  });
});
