import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSite, picture, siteUrl, type TestSite } from '../tests/harness/server/test-gateway.ts';

const address = '/pictures/new/cat.svg';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const request = (path: string, headers: Record<string, string> = {}) =>
  site.gateway.fetch(new Request(siteUrl + path, { headers }));

describe('a picture', () => {
  it('is cached for a year under the URL of its bytes', async () => {
    const response = await request(address);
    expect(await response.text()).toBe(picture);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-length')).toBe('10');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('is revalidated under a URL of earlier bytes', async () => {
    const response = await request('/pictures/old/cat.svg');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const again = await request('/pictures/old/cat.svg', {
      'if-none-match': response.headers.get('etag') ?? '',
    });
    expect(again.status).toBe(304);
  });

  it('may be shown by feed readers on pages of their own', async () => {
    const { headers } = await request(address);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('cannot run a script when it is opened directly', async () => {
    const { headers } = await request(address);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
  ])('is sent in part for Range: %s', async (range, part, contentRange) => {
    const response = await request(address, { range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(String(part.length));
    expect(await response.text()).toBe(part);
  });

  it('has no range behind its end', async () => {
    const response = await request(address, { range: 'bytes=10-' });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */10');
  });

  it('is sent in full when If-Range names other bytes', async () => {
    const response = await request(address, { range: 'bytes=2-4', 'if-range': '"other"' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(picture);
  });

  it.each([
    '/pictures/new/gone.svg',
    '/pictures/x/unknown.png',
    '/pictures/',
  ])('%s is not found', async (path) => {
    expect((await request(path)).status).toBe(404);
  });
});
