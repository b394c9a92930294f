import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../../tests/harness/storage/test-storage.ts';

let storage: TestStorage;
beforeAll(async () => {
  storage = await openTestStorage({ toml: '[storage]\nfile_size_limit = "1MiB"' });
});
afterAll(() => storage.close());

const put = (path: string, body: BodyInit, headers: Record<string, string> = {}, method = 'POST') =>
  storage.request(`/object/${path}`, { method, body, headers: { 'content-type': 'text/plain', ...headers } });
const read = async (path: string) => (await storage.request(`/object/${path}`)).text;

describe('an upload', () => {
  it('adds an object, and replaces one only with upsert', async () => {
    const bucket = await storage.bucket();
    const first = await put(`${bucket}/a/b.txt`, 'one');
    expect(first.body).toEqual({ Id: expect.stringMatching(/^[0-9a-f-]{36}$/), Key: `${bucket}/a/b.txt` });
    const second = await put(`${bucket}/a/b.txt`, 'two');
    expect([second.status, second.body]).toEqual([
      400,
      {
        statusCode: '409',
        error: 'Duplicate',
        message: 'The resource already exists',
        code: 'KeyAlreadyExists',
      },
    ]);
    expect(await read(`${bucket}/a/b.txt`)).toBe('one');
    expect((await put(`${bucket}/a/b.txt`, 'three', { 'x-upsert': 'true' })).body.Id).toBe(first.body.Id);
    expect((await put(`${bucket}/a/b.txt`, 'four', {}, 'PUT')).body.Id).toBe(first.body.Id);
    expect(await read(`${bucket}/a/b.txt`)).toBe('four');
  });

  it('that replaces or removes an object leaves one file per object', async () => {
    await expect.poll(async () => (await storage.listFiles()).length).toBe(1);
    const bucket = await storage.bucket();
    await Promise.all([1, 2, 3, 4, 5, 6].map((n) => put(`${bucket}/same.txt`, `${n}`, {}, 'PUT')));
    expect(await read(`${bucket}/same.txt`)).toMatch(/^[1-6]$/);
    await expect.poll(async () => (await storage.listFiles()).length).toBe(2);
    await storage.request(`/object/${bucket}`, { method: 'DELETE', body: { prefixes: ['same.txt'] } });
    await expect.poll(async () => (await storage.listFiles()).length).toBe(1);
  });

  it('of one name by six clients at once succeeds once', async () => {
    const bucket = await storage.bucket();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => put(`${bucket}/one.txt`, `${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200) + 1;
    expect(await read(`${bucket}/one.txt`)).toBe(`${winner}`);
  });

  it('stores the form fields before and after the file', async () => {
    const bucket = await storage.bucket();
    const form = new FormData();
    form.append('metadata', '{"title":"Näme"}');
    form.append('', new Blob(['x'], { type: 'image/png' }), 'x.png');
    form.append('cacheControl', '77');
    const sent = await storage.request(`/object/${bucket}/x.png`, { method: 'POST', body: form });
    expect(sent.status).toBe(200);
    const { data } = await storage.client().storage.from(bucket).info('x.png');
    expect(data).toMatchObject({
      metadata: { title: 'Näme' },
      cacheControl: 'max-age=77',
      contentType: 'image/png',
      size: 1,
    });
  });

  it.each([
    ['no file in the form', () => new FormData(), {}],
    [
      'a form cut short',
      () => '--b\r\nContent-Disposition: form-data; filename="x"\r\n\r\nhalf',
      { 'content-type': 'multipart/form-data; boundary=b' },
    ],
    ['a form without a boundary', () => 'x', { 'content-type': 'multipart/form-data' }],
  ])('with %s is refused and leaves nothing', async (_name, body, headers) => {
    const bucket = await storage.bucket();
    const answer = await storage.request(`/object/${bucket}/x`, { method: 'POST', body: body(), headers });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidRequest']);
    expect((await storage.client().storage.from(bucket).list()).data).toEqual([]);
  });

  it('from a client that disconnects half-way leaves nothing', async () => {
    const bucket = await storage.bucket();
    const before = (await storage.listFiles()).length;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.alloc(100_000));
      },
      pull(controller) {
        controller.error(new Error('gone'));
      },
    });
    const answer = await put(`${bucket}/half.bin`, body);
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidRequest']);
    await expect.poll(async () => (await storage.listFiles()).length).toBe(before);
    expect((await storage.request(`/object/${bucket}/half.bin`)).body.code).toBe('NoSuchKey');
    expect(storage.takeFaults()).toEqual([]);
  });
});

describe('limits', () => {
  const mebibyte = 1024 * 1024;
  const tooLarge = [400, '413', 'The object exceeded the maximum allowed size'];
  const summarise = (answer: Awaited<ReturnType<typeof put>>) => [
    answer.status,
    answer.body.statusCode,
    answer.body.message,
  ];
  const streamed = (size: number) => new Blob([Buffer.alloc(size)]).stream();

  it('of the configuration apply with and without a stated length, and to forms', async () => {
    const bucket = await storage.bucket();
    expect((await put(`${bucket}/fits`, Buffer.alloc(mebibyte))).status).toBe(200);
    expect(summarise(await put(`${bucket}/one`, Buffer.alloc(mebibyte + 1)))).toEqual(tooLarge);
    expect(summarise(await put(`${bucket}/two`, streamed(mebibyte + 1)))).toEqual(tooLarge);
    const form = new FormData();
    form.append('', new Blob([Buffer.alloc(mebibyte + 1)]), 'x');
    expect(
      summarise(await storage.request(`/object/${bucket}/three`, { method: 'POST', body: form })),
    ).toEqual(tooLarge);
    expect((await storage.client().storage.from(bucket).list()).data).toHaveLength(1);
  });

  it('of a bucket are stricter than those of the configuration', async () => {
    const bucket = await storage.bucket({ fileSizeLimit: 10, allowedMimeTypes: ['image/*', 'text/csv'] });
    const type = (name: string) => ({ 'content-type': name });
    expect((await put(`${bucket}/ok`, '1234567890', type('image/png'))).status).toBe(200);
    expect((await put(`${bucket}/csv`, '1', type('text/csv;charset=utf-8'))).status).toBe(200);
    expect(summarise(await put(`${bucket}/long`, '12345678901', type('image/png')))).toEqual(tooLarge);
    for (const name of ['text/plain', 'imagery/png', 'image', 'text/csvx'])
      expect((await put(`${bucket}/type`, '1', type(name))).body).toMatchObject({
        statusCode: '415',
        error: 'invalid_mime_type',
        message: `mime type ${name} is not supported`,
      });
  });

  it('apply to copies and moves into another bucket too', async () => {
    const from = await storage.bucket();
    const to = await storage.bucket({ fileSizeLimit: 3, allowedMimeTypes: ['image/png'] });
    await put(`${from}/long.png`, 'long', { 'content-type': 'image/png' });
    await put(`${from}/s.txt`, 's');
    const { storage: files } = storage.client();
    for (const name of ['long.png', 's.txt']) {
      const copied = await files.from(from).copy(name, name, { destinationBucket: to });
      const moved = await files.from(from).move(name, name, { destinationBucket: to });
      expect([copied.error, moved.error]).not.toContain(null);
    }
    expect((await files.from(to).list()).data).toEqual([]);
  });
});

describe('a name', () => {
  const names = [
    '../escape.txt',
    'a/../../b',
    './x',
    'a/./b',
    'a//b',
    '/a',
    'a/',
    '',
    'nul\0byte',
    'new\nline',
    'tab\t',
    '\u202e.exe',
    'ﬁle',
    'naïve',
    '\ud83d\ude00',
    'a%00b',
    'back\\slash',
    'x'.repeat(1025),
  ];

  it.each(names)('like %j is refused in a body', async (name) => {
    const bucket = await storage.bucket();
    await put(`${bucket}/from`, 'x');
    for (const path of ['/object/move', '/object/copy']) {
      const body = { bucketId: bucket, sourceKey: 'from', destinationKey: name };
      const answer = await storage.request(path, { method: 'POST', body });
      expect([
        answer.status,
        answer.body.code === 'InvalidKey' || answer.body.code === 'InvalidRequest',
      ]).toEqual([400, true]);
    }
    expect((await storage.client().storage.from(bucket).list()).data).toMatchObject([{ name: 'from' }]);
    expect(storage.takeFaults()).toEqual([]);
  });

  it.each([
    '..%2f..%2fescape',
    '%2e%2e%2fx',
    'a%2f..%2fb',
    'nul%00byte',
    '%ff',
    '%',
    'a%5cb',
    `${'x'.repeat(1025)}`,
  ])('like %s is refused in a URL', async (name) => {
    const bucket = await storage.bucket();
    for (const method of ['POST', 'PUT']) {
      const answer = await put(`${bucket}/${name}`, 'x', {}, method);
      expect([answer.status, answer.body.code]).toEqual([400, 'InvalidKey']);
    }
    expect((await storage.request(`/object/${bucket}/${name}`)).status).toBe(400);
  });

  it('may contain all characters that Supabase accepts, up to 1024', async () => {
    const bucket = await storage.bucket();
    for (const name of ["a b/!-_.*'() &$=@;:+,", 'x'.repeat(1024), '...', '.hidden/..x']) {
      const path = name.split('/').map(encodeURIComponent).join('/');
      expect((await put(`${bucket}/${path}`, name)).status).toBe(200);
      expect(await read(`${bucket}/${path}`)).toBe(name);
    }
  });

  it('of a bucket is checked too', async () => {
    for (const name of ['..', '.', 'a/b', '', ' x', 'x ', 'ü', 'x'.repeat(101), 'a\0']) {
      const answer = await storage.request('/bucket', { method: 'POST', body: { name } });
      expect(answer.status).toBe(400);
    }
    expect(storage.takeFaults()).toEqual([]);
  });
});
