import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestStorage,
  type RequestOptions,
  type TestStorage,
} from '../../../tests/harness/storage/test-storage.ts';

let storage: TestStorage;
let bucket = '';
const user = randomUUID();

beforeAll(async () => {
  storage = await openTestStorage({ toml: '[storage]\nfile_size_limit = "1MiB"' });
  bucket = await storage.bucket();
  await storage.database.sql.script(`
    create policy own on storage.objects for all to authenticated
      using (bucket_id = '${bucket}' and (storage.foldername(name))[1] = auth.uid()::text)`);
});
afterAll(() => storage.close());

const version = { 'tus-resumable': '1.0.0' };
const offsetStream = { 'content-type': 'application/offset+octet-stream' };
const describeFile = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

const tus = (path: string, { headers = {}, ...rest }: RequestOptions) =>
  storage.request(path, { ...rest, headers: { ...version, ...headers } });

const begin = (
  name: string,
  length: number,
  options: RequestOptions & { of?: Record<string, string>; path?: string } = {},
) =>
  tus(options.path ?? '/upload/resumable', {
    ...options,
    method: 'POST',
    headers: {
      'upload-length': String(length),
      'upload-metadata': describeFile({
        bucketName: bucket,
        objectName: name,
        contentType: 'image/png',
        cacheControl: '77',
        metadata: '{"a":1}',
        ...options.of,
      }),
      ...options.headers,
    },
  });

const pathOf = (location: string | null) => location?.replace('http://backend.test/storage/v1', '') ?? '';
const send = (path: string, offset: number, body: BodyInit, options: RequestOptions = {}) =>
  tus(path, {
    method: 'PATCH',
    body,
    ...options,
    headers: { ...offsetStream, 'upload-offset': String(offset), ...options.headers },
  });
const offsetOf = async (path: string, options: RequestOptions = {}) =>
  (await tus(path, { method: 'HEAD', ...options })).headers.get('upload-offset');

/** A body that breaks off after these bytes. */
function cutAfter(bytes: Buffer): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new Error('cut'));
      else controller.enqueue(bytes);
      isSent = true;
    },
  });
}

describe('a resumable upload', () => {
  it('arrives in pieces and becomes an object', async () => {
    const content = randomBytes(100_000);
    const begun = await begin('pieces.png', content.length);
    expect(begun.status).toBe(201);
    expect(begun.headers.get('tus-resumable')).toBe('1.0.0');
    const ends = Date.parse(begun.headers.get('upload-expires') ?? '') - Date.now();
    expect(ends / 3600_000).toBeCloseTo(24, 0);
    const path = pathOf(begun.headers.get('location'));
    expect(path).toMatch(/^\/upload\/resumable\/[0-9a-f-]{36}$/);
    const half = await send(path, 0, content.subarray(0, 40_000));
    expect([half.status, half.headers.get('upload-offset')]).toEqual([204, '40000']);
    expect((await storage.request(`/object/${bucket}/pieces.png`)).body.code).toBe('NoSuchKey');
    const rest = await send(path, 40_000, content.subarray(40_000));
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, '100000']);
    const stored = await storage.request(`/object/${bucket}/pieces.png`);
    expect(stored.bytes.equals(content)).toBe(true);
    expect(stored.headers.get('content-type')).toBe('image/png');
    const { data } = await storage.client().storage.from(bucket).info('pieces.png');
    expect(data).toMatchObject({ cacheControl: 'max-age=77', metadata: { a: 1 }, size: 100_000 });
    // The last response may have been lost: a client that asks again learns that the upload is complete.
    expect(await offsetOf(path)).toBe('100000');
    expect((await send(path, 100_000, '')).status).toBe(204);
  });

  it('resumes after a cut connection, and after a restart', async () => {
    const content = randomBytes(90_000);
    const path = pathOf((await begin('cut.png', content.length)).headers.get('location'));
    await send(path, 0, cutAfter(content.subarray(0, 30_000)));
    expect(await offsetOf(path)).toBe('30000');
    await storage.restart();
    expect(await offsetOf(path)).toBe('30000');
    await send(path, 30_000, cutAfter(content.subarray(30_000, 50_000)));
    expect((await send(path, 50_000, content.subarray(50_000))).status).toBe(204);
    expect((await storage.request(`/object/${bucket}/cut.png`)).bytes.equals(content)).toBe(true);
  });

  it('whose old connection hangs is taken over by the new one', async () => {
    const content = randomBytes(50_000);
    const path = pathOf((await begin('hang.png', content.length)).headers.get('location'));
    const hanging = send(
      path,
      0,
      new ReadableStream({ start: (to) => to.enqueue(content.subarray(0, 20_000)) }),
    );
    await expect.poll(() => offsetOf(path)).toBe('20000');
    expect((await send(path, 20_000, content.subarray(20_000))).status).toBe(204);
    expect((await hanging).status).toBe(409);
    expect((await storage.request(`/object/${bucket}/hang.png`)).bytes.equals(content)).toBe(true);
  });

  it('can include its first bytes, all of them, or none', async () => {
    const first = await begin('first.png', 10, { body: '01234', headers: offsetStream });
    expect([first.status, first.headers.get('upload-offset')]).toEqual([201, '5']);
    expect((await send(pathOf(first.headers.get('location')), 5, '56789')).status).toBe(204);
    expect((await storage.request(`/object/${bucket}/first.png`)).text).toBe('0123456789');
    await begin('all.png', 3, { body: 'abc', headers: offsetStream });
    expect((await storage.request(`/object/${bucket}/all.png`)).text).toBe('abc');
    await begin('empty.png', 0);
    expect(await storage.request(`/object/${bucket}/empty.png`)).toMatchObject({ status: 200, text: '' });
  });

  it('can be canceled, and leaves nothing', async () => {
    const before = (await storage.listFiles()).length;
    const path = pathOf((await begin('no.png', 10)).headers.get('location'));
    await send(path, 0, '12345');
    expect((await tus(path, { method: 'DELETE' })).status).toBe(204);
    expect((await tus(path, { method: 'HEAD' })).status).toBe(404);
    await expect.poll(async () => (await storage.listFiles()).length).toBe(before);
  });

  it('expires after a day', async () => {
    const before = (await storage.listFiles()).length;
    const path = pathOf((await begin('late.png', 10)).headers.get('location'));
    await send(path, 0, '12345');
    const { sql } = storage.database;
    const id = path.split('/').at(-1) ?? '';
    await sql`update porchlight.resumable_uploads set expires_at = now() - interval '1 second' where id = ${id}`;
    expect((await send(path, 5, '67890')).status).toBe(410);
    await sql`update porchlight.unclaimed_files set due_at = now() where version = ${id}`;
    await storage.client().storage.from(bucket).remove(['nothing']);
    await expect.poll(async () => (await storage.listFiles()).length).toBe(before);
    expect((await tus(path, { method: 'HEAD' })).status).toBe(404);
  });

  it('of a name that was taken meanwhile is refused, unless it is an upsert', async () => {
    const refused = pathOf((await begin('race.png', 3)).headers.get('location'));
    const replacing = pathOf(
      (await begin('race.png', 3, { headers: { 'x-upsert': 'true' } })).headers.get('location'),
    );
    await storage.client().storage.from(bucket).upload('race.png', 'one');
    expect((await send(refused, 0, 'two')).status).toBe(409);
    expect((await tus(refused, { method: 'HEAD' })).status).toBe(404);
    expect((await storage.request(`/object/${bucket}/race.png`)).text).toBe('one');
    expect((await send(replacing, 0, 'two')).status).toBe(204);
    expect((await storage.request(`/object/${bucket}/race.png`)).text).toBe('two');
  });

  it('that is complete without an object becomes one when the client asks', async () => {
    const path = pathOf((await begin('slow.png', 4)).headers.get('location'));
    // Two requests at once create one object, and both succeed.
    const [one, two] = await Promise.all([send(path, 0, 'done'), send(path, 0, 'done')]);
    expect([one.status, two.status]).toContain(204);
    expect(await offsetOf(path)).toBe('4');
    expect((await storage.request(`/object/${bucket}/slow.png`)).text).toBe('done');
  });
});

describe('the protocol', () => {
  it('lists its version and extensions', async () => {
    const answer = await storage.request('/upload/resumable', { method: 'OPTIONS', as: null });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('tus-version')).toBe('1.0.0');
    expect(answer.headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration');
    expect(answer.headers.get('tus-max-size')).toBe('1048576');
  });

  it('allows cross-origin requests and exposes its headers', async () => {
    const headers = {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'tus-resumable,upload-offset',
    };
    const allowed = await storage.request('/upload/resumable/x', { method: 'OPTIONS', as: null, headers });
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(allowed.headers.get('access-control-allow-headers')).toBe('tus-resumable,upload-offset');
    const begun = await begin('cors.png', 1, { headers: { origin: 'https://elsewhere.example' } });
    expect(begun.headers.get('access-control-allow-origin')).toBe('*');
    expect(begun.headers.get('access-control-expose-headers')).toMatch(/Location.*Upload-Offset/);
  });

  it.each([
    ['another version', 412, {}, { 'tus-resumable': '0.2.2' }],
    ['no length', 400, {}, { 'upload-length': '' }],
    ['an odd length', 400, {}, { 'upload-length': '-1' }],
    ['too great a length', 413, {}, { 'upload-length': '1048577' }],
    ['no bucket', 400, { bucketName: '' }, {}],
    ['an unknown bucket', 404, { bucketName: 'nowhere' }, {}],
    ['an odd name', 400, { objectName: '../x' }, {}],
    ['an odd type', 415, { contentType: 'x' }, {}],
    ['nothing said about the file', 400, {}, { 'upload-metadata': '' }],
  ])('refuses to create an upload with %s', async (_name, status, of, headers) => {
    const answer = await begin('x.png', 1, { of, headers });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('tus-resumable')).toBe('1.0.0');
    expect(storage.takeFaults()).toEqual([]);
  });

  it('refuses an invalid PATCH', async () => {
    const path = pathOf((await begin('wrong.png', 10)).headers.get('location'));
    expect((await send(path, 3, 'x')).status).toBe(409);
    expect((await send(path, 0, 'x', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await send(path, 0, 'x', { headers: { 'upload-offset': 'x' } })).status).toBe(400);
    expect((await send(path, 0, '12345678901')).status).toBe(413);
    expect((await send(path, 0, new Blob(['12345678901']).stream())).status).toBe(413);
    expect((await send('/upload/resumable/x', 0, 'x')).status).toBe(404);
    expect((await send(`/upload/resumable/${randomUUID()}`, 0, 'x')).status).toBe(404);
    expect((await storage.request(`/object/${bucket}/wrong.png`)).body.code).toBe('NoSuchKey');
  });
});

describe('the owner of an upload', () => {
  it('is the user who created it; row security decides at the start and at the end', async () => {
    const token = storage.tokenOf(user);
    expect((await begin('elsewhere.png', 3, { as: token })).status).toBe(403);
    const path = pathOf((await begin(`${user}/mine.png`, 6, { as: token })).headers.get('location'));
    const stranger = storage.tokenOf(randomUUID());
    for (const as of [stranger, storage.secrets.anonKey]) {
      expect((await send(path, 0, 'abc', { as })).status).toBe(403);
      expect((await tus(path, { method: 'HEAD', as })).status).toBe(403);
      expect((await tus(path, { method: 'DELETE', as })).status).toBe(403);
    }
    expect((await tus(path, { method: 'HEAD', as: null })).status).toBe(403);
    expect((await send(path, 0, 'abc', { as: token })).status).toBe(204);
    // The token is refreshed meanwhile.
    expect((await send(path, 3, 'def', { as: storage.tokenOf(user, { iat: 1 }) })).status).toBe(204);
    const [row] = await storage.database
      .sql`select owner_id from storage.objects where name = ${`${user}/mine.png`}`;
    expect(row?.owner_id).toBe(user);
  });

  it('is the holder of the signature', async () => {
    const { data } = await storage.client().storage.from(bucket).createSignedUploadUrl('signed.png');
    const signature = { 'x-signature': data?.token ?? '' };
    const path = '/upload/resumable/sign';
    expect((await begin('signed.png', 3, { as: null, path })).status).toBe(400);
    expect((await begin('other.png', 3, { as: null, path, headers: signature })).status).toBe(400);
    const begun = await begin('signed.png', 3, { as: null, path, headers: signature });
    expect(begun.status).toBe(201);
    const at = pathOf(begun.headers.get('location'));
    expect((await send(at, 0, 'abc', { as: null })).status).toBe(400);
    expect((await send(at, 0, 'abc', { as: null, headers: signature })).status).toBe(204);
    expect((await storage.request(`/object/${bucket}/signed.png`)).text).toBe('abc');
  });
});
