import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../tests/harness/storage/test-storage.ts';

let storage: TestStorage;
let bucket = '';
beforeAll(async () => {
  storage = await openTestStorage();
  bucket = await storage.bucket();
  for (const name of ['a.txt', 'b.txt', '7']) await storage.client().storage.from(bucket).upload(name, name);
});
afterAll(() => storage.close());

const post = (path: string, body: object) => storage.request(path, { method: 'POST', body });
const sent = (path: string, text: string) =>
  storage.request(path, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } });

describe('a body', () => {
  it('may have numbers and booleans as strings, as the clients for Python and other languages send them', async () => {
    expect((await post(`/object/sign/${bucket}/a.txt`, { expiresIn: '60' })).body.signedURL).toContain(
      'token=',
    );
    const many = await post(`/object/sign/${bucket}`, { expiresIn: '60', paths: ['a.txt'] });
    expect(many.body).toMatchObject([{ error: null }]);
    const listed = await post(`/object/list/${bucket}`, { prefix: '', limit: '1', offset: '1' });
    expect(listed.body.map(({ name }: { name: string }) => name)).toEqual(['a.txt']);
    const paged = await post(`/object/list-v2/${bucket}`, { limit: '2', with_delimiter: 'true' });
    expect(paged.body).toMatchObject({ hasNext: true, objects: [{}, {}] });
    const id = `made-${crypto.randomUUID()}`;
    expect((await post('/bucket', { name: id, public: 'true', file_size_limit: '1000' })).status).toBe(200);
    expect((await storage.request(`/bucket/${id}`)).body).toMatchObject({
      public: true,
      file_size_limit: 1000,
    });
    const changed = await storage.request(`/bucket/${id}`, {
      method: 'PUT',
      body: { public: 0, file_size_limit: '' },
    });
    expect(changed.status).toBe(200);
    expect((await storage.request(`/bucket/${id}`)).body).toMatchObject({
      public: false,
      file_size_limit: null,
    });
  });

  it('may have a list of one in place of a value, and a value in place of a list', async () => {
    const sign = await post(`/object/sign/${bucket}/a.txt`, { expiresIn: ['60'] });
    expect(sign.status).toBe(200);
    const removed = await storage.request(`/object/${bucket}`, { method: 'DELETE', body: { prefixes: '7' } });
    expect(removed.body).toMatchObject([{ name: '7' }]);
  });

  it.each([
    ['sign', { expiresIn: 'soon' }],
    ['sign', { expiresIn: '' }],
    ['sign', { expiresIn: '1.5' }],
    ['sign', { expiresIn: '0' }],
    ['sign', { expiresIn: 'Infinity' }],
    ['sign', { expiresIn: {} }],
    ['sign', { expiresIn: ['60', '60'] }],
    ['list', { prefix: '', limit: 'ten' }],
    ['list', { prefix: '', sortBy: 'name' }],
  ])('of %s with %j is refused', async (kind, body) => {
    const path = kind === 'sign' ? `/object/sign/${bucket}/a.txt` : `/object/list/${bucket}`;
    expect((await post(path, body)).status).toBe(400);
  });

  it('with a number out of range is refused, in metadata too', async () => {
    expect((await sent(`/object/sign/${bucket}/a.txt`, '{"expiresIn":1e400}')).status).toBe(400);
    const metadata = '{"size":1e400}';
    const upload = await storage.request(`/object/${bucket}/large.txt`, {
      method: 'POST',
      body: 'x',
      headers: { 'x-metadata': Buffer.from(metadata).toString('base64') },
    });
    expect(upload).toMatchObject({ status: 400, body: { message: expect.stringContaining('number') } });
    const form = new FormData();
    form.set('metadata', metadata);
    form.set('file', new Blob(['x']), 'x.txt');
    const inForm = await storage.request(`/object/${bucket}/large.txt`, { method: 'POST', body: form });
    expect(inForm.status).toBe(400);
    expect((await storage.request(`/object/info/${bucket}/large.txt`)).status).toBe(400);
  });
});
