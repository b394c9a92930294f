import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../../tests/harness/storage/test-storage.ts';

let storage: TestStorage;
let bucket = '';
let hidden = '';

beforeAll(async () => {
  storage = await openTestStorage();
  bucket = await storage.bucket({ public: true });
  hidden = await storage.bucket();
  const picture = sharp({ create: { width: 400, height: 200, channels: 3, background: '#a33' } });
  const jpeg = new Uint8Array(await picture.jpeg().toBuffer());
  const png = new Uint8Array(await picture.png().toBuffer());
  const { storage: files } = storage.client();
  // The type that a client states does not decide.
  await files.from(bucket).upload('a.jpg', jpeg, { contentType: 'text/plain' });
  await files.from(bucket).upload('a.png', png, { contentType: 'image/png' });
  await files.from(hidden).upload('a.png', png, { contentType: 'image/png' });
});
afterAll(() => storage.close());

const render = (query: string, { name = 'a.jpg', accept = '*/*' } = {}) =>
  storage.request(`/render/image/public/${bucket}/${name}?${query}`, { as: null, headers: { accept } });
const sizeOf = async (bytes: Buffer) => {
  const { width, height, format } = await sharp(bytes).metadata();
  return `${format} ${width}x${height}`;
};

describe('a picture', () => {
  it.each([
    ['width=100', 'jpeg 100x50'],
    ['height=100', 'jpeg 200x100'],
    ['width=100&resize=fill', 'jpeg 100x200'],
    ['width=100&height=100', 'jpeg 100x100'],
    ['width=100&height=100&resize=cover', 'jpeg 100x100'],
    ['width=100&height=100&resize=contain', 'jpeg 100x50'],
    ['width=100&height=100&resize=fill', 'jpeg 100x100'],
    ['width=100&resize=contain', 'jpeg 100x50'],
    ['width=100&height=50&format=webp', 'webp 100x50'],
    ['width=100&height=50&format=avif', 'heif 100x50'],
    ['width=100&height=50&format=origin', 'jpeg 100x50'],
    ['quality=30', 'jpeg 400x200'],
    ['width=9999&resize=contain', 'jpeg 2500x1250'],
  ])('with %s is %s', async (query, wanted) => {
    const answer = await render(query);
    expect(answer.status).toBe(200);
    expect(await sizeOf(answer.bytes)).toBe(wanted);
    expect(answer.headers.get('content-type')).toBe(`image/${wanted.split(' ')[0]?.replace('heif', 'avif')}`);
    expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('names the transformation, and is not sent again to a client that has it', async () => {
    const answer = await render('width=50&height=60&resize=contain&quality=70&format=webp');
    expect(answer.headers.get('x-transformations')).toBe(
      'height:60,width:50,resizing_type:fit,quality:70,format:webp',
    );
    const etag = answer.headers.get('etag') ?? '';
    const again = await storage.request(
      `/render/image/public/${bucket}/a.jpg?width=50&height=60&resize=contain&quality=70&format=webp`,
      { as: null, headers: { 'if-none-match': etag } },
    );
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await render('width=51')).headers.get('etag')).not.toBe(etag);
  });

  it('is WebP for a browser that accepts it, unless the original format is requested', async () => {
    const accept = 'image/avif,image/webp,*/*';
    expect(await sizeOf((await render('width=10&height=10', { accept })).bytes)).toBe('webp 10x10');
    const original = await render('width=10&height=10&format=origin', { accept });
    expect(await sizeOf(original.bytes)).toBe('jpeg 10x10');
    expect(original.headers.get('vary')).toContain('Accept');
  });

  it.each([
    'width=x',
    'width=-1',
    'quality=10',
    'quality=101',
    'resize=tile',
    'format=svg',
    'height=1e9x',
    'width=1.5',
  ])('with %s is refused', async (query) => expect((await render(query)).body.code).toBe('InvalidRequest'));
});

describe('a vector picture', () => {
  it('is sent unchanged in every size, to be saved and not to run', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    await storage.client().storage.from(bucket).upload('a.svg', svg, { contentType: 'image/svg+xml' });
    const answer = await render('width=10', { name: 'a.svg' });
    expect([answer.status, answer.text]).toEqual([200, svg]);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(answer.headers.get('content-security-policy')).toMatch(/sandbox$/);
  });
});

describe('a file that is not a picture', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
  // A header that states a hundred thousand by a hundred thousand pixels.
  const bomb = Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000186a0000186a00802000000', 'hex'),
    Buffer.alloc(64),
  ]);

  it.each([
    ['text', 'just words'],
    ['an SVG', svg],
    ['a PDF', '%PDF-1.7 …'],
    ['nothing', ''],
    ['a picture that was cut off', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a picture of enormous size', bomb],
  ])('such as %s is refused with its reason', async (name, content) => {
    const path = name.replaceAll(' ', '-');
    await storage.client().storage.from(bucket).upload(path, content, { contentType: 'image/png' });
    const answer = await render('width=10', { name: path });
    expect([answer.status, answer.body.statusCode]).toEqual([400, '422']);
    expect(storage.takeFaults()).toEqual([]);
  });

  it('that does not exist is not found', async () => {
    expect((await render('width=10', { name: 'missing.png' })).body.code).toBe('NoSuchKey');
  });
});

describe('a private picture', () => {
  it('is rendered for its readers only', async () => {
    const path = `/render/image/authenticated/${hidden}/a.png?width=10&height=10`;
    expect(await sizeOf((await storage.request(path)).bytes)).toBe('png 10x10');
    expect((await storage.request(path, { as: null })).body.code).toBe('NoSuchBucket');
    expect((await storage.request(path, { as: storage.secrets.anonKey })).body.code).toBe('NoSuchKey');
    expect((await storage.request(`/render/image/public/${hidden}/a.png`)).body.code).toBe('NoSuchBucket');
  });

  it('can be signed with one transformation, and is available only with that one', async () => {
    const { data } = await storage
      .client()
      .storage.from(hidden)
      .createSignedUrl('a.png', 60, { transform: { width: 20, height: 20 } });
    const path = data?.signedUrl.split('/storage/v1')[1] ?? '';
    expect(path).toContain('/render/image/sign/');
    const answer = await storage.request(`${path}&width=300&height=300&format=avif`, { as: null });
    expect(await sizeOf(answer.bytes)).toBe('png 20x20');
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/);
    expect((await storage.request(path.replace('render/image', 'object'), { as: null })).body.code).toBe(
      'InvalidSignature',
    );
  });
});
