import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../../../database/driver/values.ts';
import { scriptTypes } from '../../../tests/harness/script-types.ts';
import { openTestStorage, type TestStorage } from '../../../tests/harness/storage/test-storage.ts';

let storage: TestStorage;
let shown = '';
let hidden = '';
beforeAll(async () => {
  storage = await openTestStorage();
  shown = await storage.bucket({ public: true });
  hidden = await storage.bucket();
});
afterAll(() => storage.close());

const put = (path: string, body: string, headers: Record<string, string> = {}) =>
  storage.request(`/object/${path}`, {
    method: 'PUT',
    body,
    headers: { 'content-type': 'text/plain', 'cache-control': 'max-age=3600', ...headers },
  });

describe('a download', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  beforeAll(() => put(`${shown}/letters.txt`, letters));
  const request = (headers: Record<string, string> = {}, method = 'GET') =>
    storage.request(`/object/public/${shown}/letters.txt`, { as: null, headers, method });

  it('is the whole file, with cache headers', async () => {
    const { status, headers, text } = await request();
    expect([status, text]).toEqual([200, letters]);
    expect(headers.get('content-length')).toBe('26');
    expect(headers.get('cache-control')).toBe('max-age=3600');
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
    expect(Date.parse(headers.get('last-modified') ?? '')).toBeGreaterThan(0);
  });

  it.each([
    ['bytes=0-4', 'abcde', 'bytes 0-4/26'],
    ['bytes=20-', 'uvwxyz', 'bytes 20-25/26'],
    ['bytes=-3', 'xyz', 'bytes 23-25/26'],
    ['bytes=25-99', 'z', 'bytes 25-25/26'],
    ['bytes=-99', letters, 'bytes 0-25/26'],
  ])('of %s is that range', async (range, text, contentRange) => {
    const answer = await request({ range });
    expect([answer.status, answer.text]).toEqual([206, text]);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
  });

  it.each([
    'bytes=26-',
    'bytes=99-100',
    'bytes=-0',
  ])('of %s, which does not exist, is refused', async (range) => {
    const answer = await request({ range });
    expect([answer.status, answer.body.code, answer.body.statusCode]).toEqual([416, 'InvalidRange', '416']);
    expect(answer.headers.get('content-range')).toBe('bytes */26');
  });

  it.each([
    'bytes=5-2',
    'bytes=',
    'bytes=a-b',
    'lines=1-2',
    'bytes=0-1,3-4',
    'bytes=1',
  ])('with %s, which is not a range, is the whole file', async (range) =>
    expect(await request({ range })).toMatchObject({ status: 200, text: letters }));

  it('is a range only if the file is unchanged', async () => {
    const { headers } = await request();
    const etag = headers.get('etag') ?? '';
    const modified = headers.get('last-modified') ?? '';
    const range = 'bytes=0-0';
    expect((await request({ range, 'if-range': etag })).status).toBe(206);
    expect((await request({ range, 'if-range': modified })).status).toBe(206);
    expect((await request({ range, 'if-range': '"another"' })).status).toBe(200);
    expect((await request({ range, 'if-range': `W/${etag}` })).status).toBe(200);
    expect((await request({ range, 'if-range': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(200);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await request();
    const etag = headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await request({ 'if-none-match': tags });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await request({ 'if-none-match': '"x"' })).status).toBe(200);
    const modified = headers.get('last-modified') ?? '';
    expect((await request({ 'if-modified-since': modified })).status).toBe(304);
    expect((await request({ 'if-modified-since': modified, 'if-none-match': '"x"' })).status).toBe(200);
    await put(`${shown}/letters.txt`, letters);
    expect((await request({ 'if-none-match': etag })).status).toBe(200);
  });

  it('by HEAD has the same headers without the file', async () => {
    const answer = await request({}, 'HEAD');
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([200, '', '26']);
  });
});

describe('an uploaded file', () => {
  const attack = '<script>alert(document.domain)</script>';
  const load = async (type: string, name: string, query = '') => {
    await put(`${shown}/${name}`, attack, { 'content-type': type });
    return storage.request(`/object/public/${shown}/${name}${query}`, { as: null });
  };

  const text = 'text/plain; charset=utf-8';
  const bytes = 'application/octet-stream';
  it.each([
    ['text/html', text, 'inline'],
    ['TEXT/HTML; charset=utf-8', text, 'inline'],
    ['application/xhtml+xml', text, 'inline'],
    ['text/css', text, 'inline'],
    ['text/vbscript', text, 'inline'],
    ['text/xsl', text, 'inline'],
    ['text/xml', text, 'inline'],
    ...scriptTypes.map((type) => [type, text, 'inline']),
    ['Text/JavaScript1.2 ; version=1', text, 'inline'],
    ['application/xml', bytes, 'attachment'],
    ['application/xslt+xml', bytes, 'attachment'],
    ['application/vnd.mozilla.xul+xml', bytes, 'attachment'],
    ['image/x+xml', bytes, 'attachment'],
    ['audio/x+xml', bytes, 'attachment'],
    ['application/wasm', bytes, 'attachment'],
    ['application/manifest+json', bytes, 'attachment'],
    ['application/importmap+json', bytes, 'attachment'],
    ['application/speculationrules+json', bytes, 'attachment'],
    ['application/x-shockwave-flash', bytes, 'attachment'],
    ['multipart/x-mixed-replace; boundary=b', bytes, 'attachment'],
    ['message/rfc822', bytes, 'attachment'],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['application/json', 'application/json', 'attachment'],
    ['application/pdf', 'application/pdf', 'attachment'],
    ['application/vnd.ms-excel', 'application/vnd.ms-excel', 'attachment'],
    ['font/woff2', 'font/woff2', 'attachment'],
    ['image/png', 'image/png', 'inline'],
    ['video/mp4', 'video/mp4', 'inline'],
    ['text/plain;charset=UTF-8', 'text/plain;charset=UTF-8', 'inline'],
    ['text/csv; charset=latin1; header=present', 'text/csv; charset=latin1; header=present', 'inline'],
    // A browser uses the last type of a list, so a possible list is sent without its parameters.
    ['image/png;,text/javascript', 'image/png', 'inline'],
    ['text/plain; a=b, text/javascript', 'text/plain', 'inline'],
    ['video/mp4; codecs="avc1.42E01E, mp4a.40.2"', 'video/mp4', 'inline'],
  ])('as %s is sent as %s, %s', async (type, sent, disposition) => {
    const { headers } = await load(type, 'file.bin');
    expect(headers.get('content-type')).toBe(sent);
    expect(headers.get('content-disposition')).toBe(
      `${disposition}; filename=file.bin; filename*=UTF-8''file.bin`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
    expect(headers.get('content-security-policy')).not.toContain('script');
  });

  it('is saved under any name without breaking the header', async () => {
    const names = [
      'a"b.txt',
      'a\r\nSet-Cookie: x=1',
      'naïve 日本.txt',
      "it's (1).txt",
      '../../etc/passwd',
      '\ud800',
    ];
    for (const name of names) {
      const { status, headers } = await load(
        'text/plain',
        'file.txt',
        `?download=${encodeURIComponent(name.toWellFormed())}`,
      );
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename=[\w%.!~-]+; filename\*=UTF-8''[\w%.!~-]+$/,
      );
      expect(headers.get('set-cookie')).toBeNull();
    }
    expect((await load('text/plain', 'x.txt', '?download=')).headers.get('content-disposition')).toContain(
      'attachment; filename=x.txt',
    );
  });

  it('cannot have a type or a cache rule that breaks a response', async () => {
    for (const type of ['text', 'a/b/c', 'text/plain\u00ff', 'x'.repeat(400)]) {
      const answer = await storage.request(`/object/${shown}/odd`, {
        method: 'POST',
        body: 'x',
        headers: { 'content-type': type },
      });
      expect([answer.status, answer.body.statusCode]).toEqual([400, '415']);
    }
    const form = new FormData();
    form.append('cacheControl', 'x\r\nSet-Cookie: a=b');
    form.append('', new Blob(['x'], { type: 'text/plain' }));
    const answer = await storage.request(`/object/${shown}/odd`, { method: 'POST', body: form });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidRequest']);
  });

  it('is returned also when its row has invalid metadata', async () => {
    await put(`${shown}/row.txt`, 'x');
    for (const change of [
      { mimetype: 'a\nb' },
      { eTag: '"\u2713"' },
      { cacheControl: 'a\nb' },
      { mimetype: 7 },
    ]) {
      await storage.database.sql`
        update storage.objects set metadata = metadata || ${json(change)}
        where bucket_id = ${shown} and name = 'row.txt'`;
      expect((await storage.request(`/object/public/${shown}/row.txt`)).status).toBe(200);
    }
    await storage.database.sql`update storage.objects set metadata = '[]' where name = 'row.txt'`;
    expect((await storage.request(`/object/public/${shown}/row.txt`)).body.code).toBe('NoSuchKey');
    expect(storage.takeFaults()).toEqual([]);
  });
});

describe('a private file', () => {
  it('is cached by the reader only, and not longer than its signature is valid', async () => {
    await put(`${hidden}/mine.txt`, 'x', { 'cache-control': 'public, max-age=3600, s-maxage=9999' });
    const own = await storage.request(`/object/${hidden}/mine.txt`);
    expect(own.headers.get('cache-control')).toBe('private, max-age=3600');
    const { data } = await storage.client().storage.from(hidden).createSignedUrl('mine.txt', 60);
    const signed = await storage.request(new URL(data?.signedUrl ?? '').href.split('/storage/v1')[1] ?? '', {
      as: null,
    });
    expect(signed.status).toBe(200);
    const [, seconds] = /^private, max-age=(\d+)$/.exec(signed.headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(60);
  });

  it('is not revealed to a caller without a key', async () => {
    for (const path of [`/object/${hidden}/mine.txt`, `/object/public/${hidden}/mine.txt`]) {
      const answer = await storage.request(path, { as: null });
      expect([answer.status, answer.body.code]).toEqual([400, 'NoSuchBucket']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});
