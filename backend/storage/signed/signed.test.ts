import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../../tests/harness/storage/test-storage.ts';

let storage: TestStorage;
let bucket = '';
beforeAll(async () => {
  storage = await openTestStorage();
  bucket = await storage.bucket();
  await files().upload('a/b c.txt', 'signed');
  await files().upload('other.txt', 'other');
});
afterAll(() => storage.close());

const files = () => storage.client().storage.from(bucket);
const below = (address = '') => address.slice(address.indexOf('/storage/v1') + '/storage/v1'.length);
const open = (address: string | undefined) => storage.request(below(address), { as: null });
const tokenIn = (address = '') => new URL(address).searchParams.get('token') ?? '';

describe('a signed URL', () => {
  it('returns its file without a key until it expires', async () => {
    const { data } = await files().createSignedUrl('a/b c.txt', 60, { download: 'name.txt' });
    const answer = await open(data?.signedUrl);
    expect([answer.status, answer.text]).toEqual([200, 'signed']);
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename=name.txt;');
    storage.advance(61);
    expect((await open(data?.signedUrl)).body).toMatchObject({
      code: 'InvalidJWT',
      message: '"exp" claim timestamp check failed',
    });
    storage.advance(-61);
  });

  it('returns no other file, and works in no other way', async () => {
    const { data } = await files().createSignedUrl('a/b c.txt', 60);
    const token = tokenIn(data?.signedUrl);
    const upload = (await files().createSignedUploadUrl('a/b c.txt', { upsert: true })).data?.token ?? '';
    const transformed = (await files().createSignedUrl('a/b c.txt', 60, { transform: { width: 10 } })).data;
    const attempts = [
      [`/object/sign/${bucket}/other.txt?token=${token}`, 'InvalidSignature'],
      [`/object/sign/${bucket}/a/b%20c.txt?token=${upload}`, 'InvalidSignature'],
      [`/object/sign/${bucket}/a/b%20c.txt?token=${tokenIn(transformed?.signedUrl)}`, 'InvalidSignature'],
      [`/object/sign/${bucket}/a/b%20c.txt`, 'InvalidSignature'],
      [`/object/sign/${bucket}/a/b%20c.txt?token=${storage.secrets.serviceRoleKey}`, 'InvalidJWT'],
      [`/object/sign/${bucket}/a/b%20c.txt?token=${token}x`, 'InvalidJWT'],
      [`/object/sign/${bucket}/a/b%20c.txt?token=x`, 'InvalidJWT'],
    ];
    for (const [path = '', code] of attempts)
      expect((await storage.request(path, { as: null })).body.code).toBe(code);
    // And it is not an access token.
    expect((await storage.request('/bucket', { as: token })).body.message).toBe(
      'signature verification failed',
    );
  });

  it('is created for existing files', async () => {
    expect((await files().createSignedUrl('missing', 60)).error).toMatchObject({
      message: 'Object not found',
    });
    const { data } = await files().createSignedUrls(['other.txt', 'missing', '../x'], 60);
    expect(data?.map(({ error, path }) => [error === null, path])).toEqual([
      [true, 'other.txt'],
      [false, 'missing'],
      [false, '../x'],
    ]);
    expect((await open(data?.[0]?.signedUrl ?? '')).text).toBe('other');
  });

  it.each([
    0,
    -1,
    1.5,
    1e12,
    'soon',
  ])('that would be valid for %s seconds is not created', async (expiresIn) => {
    const answer = await storage.request(`/object/sign/${bucket}/other.txt`, {
      method: 'POST',
      body: { expiresIn },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidRequest']);
  });
});

describe('a signed upload URL', () => {
  it('accepts its one object once, on behalf of its signer', async () => {
    const user = crypto.randomUUID();
    await storage.database.sql.script(`
      create policy signers on storage.objects for insert to authenticated with check (bucket_id = '${bucket}')`);
    const signer = storage.client(storage.tokenOf(user)).storage.from(bucket);
    const { data } = await signer.createSignedUploadUrl('up/load.txt');
    const anonymous = storage.client(storage.secrets.anonKey).storage.from(bucket);
    const token = data?.token ?? '';
    expect((await anonymous.uploadToSignedUrl('up/other.txt', token, 'x')).error).toMatchObject({
      statusCode: '400',
    });
    expect((await anonymous.uploadToSignedUrl('up/load.txt', token, 'mine')).error).toBeNull();
    expect((await anonymous.uploadToSignedUrl('up/load.txt', token, 'again')).error).toMatchObject({
      statusCode: '409',
    });
    const [row] = await storage.database.sql`select owner_id from storage.objects where name = 'up/load.txt'`;
    expect(row?.owner_id).toBe(user);
    expect((await signer.createSignedUploadUrl('up/load.txt')).error).toMatchObject({ statusCode: '409' });
  });

  it('replaces an object only if it was created with upsert', async () => {
    const { data } = await files().createSignedUploadUrl('other.txt', { upsert: true });
    const sent = await files().uploadToSignedUrl('other.txt', data?.token ?? '', 'new', { upsert: false });
    expect(sent.error).toBeNull();
    expect(await (await files().download('other.txt')).data?.text()).toBe('new');
  });

  it('expires after two hours', async () => {
    const { data } = await files().createSignedUploadUrl('late.txt');
    storage.advance(2 * 3600 + 1);
    const sent = await files().uploadToSignedUrl('late.txt', data?.token ?? '', 'x');
    expect(sent.error).toMatchObject({ message: '"exp" claim timestamp check failed' });
    storage.advance(-(2 * 3600 + 1));
  });

  it('applies the rules of its bucket', async () => {
    const strict = await storage.bucket({ fileSizeLimit: 3 });
    const { data } = await storage.client().storage.from(strict).createSignedUploadUrl('x.txt');
    const sent = await storage
      .client()
      .storage.from(strict)
      .uploadToSignedUrl('x.txt', data?.token ?? '', 'long');
    expect(sent.error).toMatchObject({ statusCode: '413' });
  });
});
