import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAdmin, type TestAdmin } from '../../../tests/harness/admin/test-admin.ts';

const admin = startAdmin();

const post = (path: string, body: object, method = 'POST') => admin().call(`/files${path}`, { method, body });
const list = (query: Record<string, string>) => admin().call('/files/list', { query });
const rules = { isPublic: false, maxBytes: null, types: null };

/** A call to the storage itself, past the admin area. */
async function callStorage(path: string, token: string, init: RequestInit = {}) {
  const { service, secrets } = admin();
  const headers = { apikey: secrets.anonKey, authorization: `Bearer ${token}`, ...init.headers };
  const response = await service.backend.fetch(
    new Request(`http://backend.test/storage/v1${path}`, { ...init, headers }),
  );
  return { status: response.status, body: await response.text() };
}

async function createBucket(settings: object = {}): Promise<string> {
  const name = `b-${crypto.randomUUID().slice(0, 8)}`;
  expect((await post('/buckets', { name, ...rules, ...settings })).status).toBe(201);
  return name;
}

async function send(url: string, content: BodyInit, type: string) {
  return admin().service.backend.fetch(
    new Request(url, { method: 'PUT', headers: { 'content-type': type }, body: content }),
  );
}

async function upload(bucket: string, path: string, content = 'hello', options: object = {}) {
  const type = 'text/plain';
  const wanted = { bucket, path, bytes: content.length, type, replace: false, ...options };
  const asked = await post('/upload', wanted);
  if (asked.status !== 201) return asked;
  expect((await send(asked.body.url, content, type)).status).toBe(200);
  return asked;
}

async function readText(bucket: string, path: string) {
  const { status, text } = await admin().call('/files/file', { query: { bucket, path } });
  return status === 200 ? text : status;
}

async function names(bucket: string): Promise<string[]> {
  const rows = await admin().database.sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = ${bucket} order by name collate "C"`;
  return rows.map(({ name }) => name);
}

/** Rows without bytes, as many as it takes. */
async function fill(bucket: string, prefix: string, count: number): Promise<void> {
  await admin().database.sql`
    insert into storage.objects (bucket_id, name, metadata, version)
    select ${bucket}, ${prefix} || lpad(n::text, 6, '0') || '.txt', '{"size": 10, "mimetype": "text/plain"}', gen_random_uuid()::text
    from generate_series(1, ${count}::int) n`;
}

const lastNote = async () => (await admin().log()).at(-1);

describe('buckets', () => {
  test('are created, counted, changed and deleted when they are empty', async () => {
    const name = await createBucket({ isPublic: true, maxBytes: 1000, types: ['text/*'] });
    expect(await lastNote()).toBe(`files.create-bucket ${name}`);
    await upload(name, 'a/one.txt', 'hello');
    await upload(name, 'two.txt', 'hello you');
    const find = async () =>
      (await admin().call('/files/buckets')).body.buckets.find(
        (bucket: { name: string }) => bucket.name === name,
      );
    expect(await find()).toMatchObject({
      is_public: true,
      max_bytes: 1000,
      types: ['text/*'],
      files: 2,
      bytes: 14,
    });
    expect((await admin().call('/files/buckets')).body.can_change).toBe(true);
    expect((await post('/buckets', { name, ...rules }, 'PUT')).status).toBe(200);
    expect(await lastNote()).toBe(`files.change-bucket ${name}`);
    expect(await find()).toMatchObject({ is_public: false, max_bytes: null, types: null });
    const remove = () => admin().call('/files/buckets', { method: 'DELETE', query: { bucket: name } });
    const refused = await remove();
    expect([refused.status, refused.body.code, refused.body.files]).toEqual([409, 'not-empty', 2]);
    expect((await post('/delete', { bucket: name, everything: true })).body).toEqual({ deleted: 2, left: 0 });
    expect((await remove()).status).toBe(200);
    expect(await lastNote()).toBe(`files.delete-bucket ${name}`);
    expect(await find()).toBeUndefined();
  });

  test.each([
    ['a name with a slash', { name: 'a/b' }, 400],
    ['no name', { name: '' }, 400],
    ['dots', { name: '..' }, 400],
    ['a limit of no bytes', { name: 'x', maxBytes: 0 }, 400],
    ['a type that is none', { name: 'x', types: ['picture'] }, 400],
  ])('are refused with %s', async (_, given, status) => {
    expect((await post('/buckets', { ...rules, ...given })).status).toBe(status);
  });

  test('have one name each', async () => {
    const name = await createBucket();
    const { status, body } = await post('/buckets', { name, ...rules });
    expect([status, body.code]).toEqual([409, 'exists']);
  });
});

describe('files', () => {
  test('are uploaded, read and replaced only if that is asked for', async () => {
    const bucket = await createBucket();
    await upload(bucket, 'notes/a.txt', 'first');
    expect(await lastNote()).toBe(`files.upload ${bucket}/notes/a.txt`);
    expect(await readText(bucket, 'notes/a.txt')).toBe('first');
    const again = await upload(bucket, 'notes/a.txt', 'second');
    expect([again.status, again.body.code]).toEqual([409, 'exists']);
    expect(await readText(bucket, 'notes/a.txt')).toBe('first');
    await upload(bucket, 'notes/a.txt', 'second', { replace: true });
    expect(await readText(bucket, 'notes/a.txt')).toBe('second');
    const { owner } = (await list({ bucket, folder: 'notes/' })).body.files[0];
    expect(owner).toBe(admin().owner.email);
    // As written with a key: no account of the site.
    await admin().database
      .sql`update storage.objects set owner_id = 'a key', owner = null where bucket_id = ${bucket} and name like 'notes/%'`;
    expect((await list({ bucket, folder: 'notes/' })).body.files[0]).toMatchObject({ owner: null });
  });

  test('that are too large or of another type are refused before a byte is sent', async () => {
    const bucket = await createBucket({ maxBytes: 1000, types: ['image/*'] });
    const large = await upload(bucket, 'a.png', 'x', { bytes: 1001, type: 'image/png' });
    expect([large.status, large.body.code]).toEqual([413, 'too-large']);
    expect(large.body.message).toContain('up to 1 kB');
    const text = await upload(bucket, 'a.txt');
    expect([text.status, text.body.message]).toEqual([
      415,
      'The bucket takes image/* only, and this is text/plain.',
    ]);
    expect(await names(bucket)).toEqual([]);
  });

  test('an address for an upload takes no more than the bucket does', async () => {
    const bucket = await createBucket({ maxBytes: 10 });
    const { body } = await post('/upload', {
      bucket,
      path: 'a.txt',
      bytes: 1,
      type: 'text/plain',
      replace: false,
    });
    expect((await send(body.url, 'far more than ten bytes', 'text/plain')).ok).toBe(false);
    expect(await names(bucket)).toEqual([]);
  });

  test('are moved alone and as a folder, and all stay where they were if one cannot be', async () => {
    const bucket = await createBucket();
    for (const path of ['a/1.txt', 'a/b/2.txt', 'ab.txt', 'taken/b/2.txt']) await upload(bucket, path, path);
    expect((await post('/move', { bucket, from: 'ab.txt', to: 'moved/ab.txt' })).status).toBe(200);
    expect(await lastNote()).toBe(`files.move ${bucket}/ab.txt`);
    const blocked = await post('/move', { bucket, from: 'a/', to: 'taken/' });
    expect([blocked.status, blocked.body.code]).toEqual([409, 'exists']);
    expect(await names(bucket)).toEqual(['a/1.txt', 'a/b/2.txt', 'moved/ab.txt', 'taken/b/2.txt']);
    expect((await post('/move', { bucket, from: 'a/', to: 'free/' })).body).toEqual({ moved: 2 });
    expect(await readText(bucket, 'free/b/2.txt')).toBe('a/b/2.txt');
    const other = await createBucket();
    expect((await post('/move', { bucket, toBucket: other, from: 'free/', to: 'here/' })).status).toBe(200);
    expect(await names(other)).toEqual(['here/1.txt', 'here/b/2.txt']);
    for (const [from, to, status] of [
      ['taken/', 'taken/', 400],
      ['taken/', 'taken/b/', 400],
      ['taken/', 'file', 400],
      ['gone/', 'x/', 404],
      ['gone.txt', 'x.txt', 404],
    ] as const)
      expect([from, to, (await post('/move', { bucket, from, to })).status]).toEqual([from, to, status]);
  });

  test('are deleted, a thousand at once', async () => {
    const bucket = await createBucket();
    await upload(bucket, 'keep.txt');
    await upload(bucket, 'go.txt');
    await fill(bucket, 'many/', 1500);
    expect((await post('/delete', { bucket, paths: ['go.txt', 'many/'] })).body).toEqual({
      deleted: 1000,
      left: 501,
    });
    expect((await post('/delete', { bucket, paths: ['many/'] })).body).toEqual({ deleted: 501, left: 0 });
    expect(await lastNote()).toBe(`files.delete ${bucket}/many/`);
    expect(await names(bucket)).toEqual(['keep.txt']);
    expect((await post('/delete', { bucket, paths: ['many/'] })).body).toEqual({ deleted: 0, left: 0 });
  });

  test('a link opens a private file for a while, and a public one has its address', async () => {
    const bucket = await createBucket();
    await upload(bucket, 'a b?.txt', 'secret');
    const { body } = await post('/sign', { bucket, path: 'a b?.txt', seconds: 60 });
    expect(body.isPublic).toBe(false);
    expect(await lastNote()).toBe(`files.sign ${bucket}/a b?.txt`);
    const { fetch } = admin().service.backend;
    expect(await (await fetch(new Request(body.url))).text()).toBe('secret');
    admin().service.advance(61);
    expect((await fetch(new Request(body.url))).ok).toBe(false);
    await post('/buckets', { name: bucket, ...rules, isPublic: true }, 'PUT');
    const open = await post('/sign', { bucket, path: 'a b?.txt', seconds: 60, download: true });
    expect(open.body).toMatchObject({ isPublic: true, url: expect.not.stringContaining('token') });
    const saved = await fetch(new Request(open.body.url));
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await post('/sign', { bucket, path: 'a b?.txt', seconds: 0 })).status).toBe(400);
  });

  test('a preview is saved when it is opened, and runs nothing', async () => {
    const bucket = await createBucket();
    await upload(bucket, 'page.html', '<script>alert(1)</script>');
    const { headers, text } = await admin().call('/files/file', {
      query: { bucket, path: 'page.html', bytes: '7' },
    });
    expect(text).toBe('<script');
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('a picture of a private bucket is made small', async () => {
    const bucket = await createBucket();
    const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const wanted = { bucket, path: 'sea.png', bytes: picture.length, type: 'image/png', replace: false };
    const { body } = await post('/upload', wanted);
    expect((await send(body.url, new Uint8Array(picture), 'image/png')).status).toBe(200);
    const small = await admin().call('/files/file', { query: { bucket, path: 'sea.png', width: '80' } });
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(small.text.length).toBeLessThan(picture.length);
  });
});

describe('a folder', () => {
  test('lists folders first and then files, page by page', async () => {
    const bucket = await createBucket();
    await fill(bucket, 'a/', 3);
    for (let at = 0; at < 120; at++) await fill(bucket, `a/sub-${String(at).padStart(3, '0')}/`, 2);
    await fill(bucket, 'a/z', 150);
    const seen: string[] = [];
    let after: string | undefined;
    let pages = 0;
    do {
      const { body } = await list({ bucket, folder: 'a/', ...(after && { after }) });
      const page = [...body.folders, ...body.files.map((file: { path: string }) => file.path)];
      expect(page.length).toBeLessThanOrEqual(100);
      seen.push(...page);
      after = body.next;
      pages += 1;
    } while (after);
    expect(pages).toBe(3);
    expect(seen.length).toBe(120 + 3 + 150);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(0, 2)).toEqual(['a/sub-000/', 'a/sub-001/']);
    expect(seen.slice(119, 122)).toEqual(['a/sub-119/', 'a/000001.txt', 'a/000002.txt']);
    expect((await list({ bucket })).body).toMatchObject({ folders: ['a/'], files: [] });
    expect((await list({ bucket, folder: 'none/' })).body).toEqual({ folders: [], files: [] });
  });

  test('is searched with all that is in it', async () => {
    const bucket = await createBucket();
    for (const path of ['x/Lake.jpg', 'x/y/lake-2.jpg', 'x/sea.jpg', 'lake.txt']) await upload(bucket, path);
    const found = async (search: string, folder = '') =>
      (await list({ bucket, folder, search })).body.files.map((file: { path: string }) => file.path);
    expect(await found('LAKE')).toEqual(['lake.txt', 'x/Lake.jpg', 'x/y/lake-2.jpg']);
    expect(await found('lake', 'x/')).toEqual(['x/Lake.jpg', 'x/y/lake-2.jpg']);
    expect(await found('%')).toEqual([]);
  });

  test('with 10,000 files is read by pages of one hundred', async () => {
    const bucket = await createBucket();
    await fill(bucket, '', 10_000);
    let after: string | undefined;
    let count = 0;
    do {
      const { body } = await list({ bucket, ...(after && { after }) });
      count += body.files.length;
      after = body.next;
    } while (after);
    expect(count).toBe(10_000);
  });
});

describe('names that lead elsewhere', () => {
  let bucket: string;
  let other: string;
  beforeAll(async () => {
    bucket = await createBucket();
    other = await createBucket();
    await upload(bucket, 'a.txt');
    await upload(other, 'secret.txt', 'of the other bucket');
  });

  const attacks = (to: string) => [
    `../${to}/secret.txt`,
    `..\\${to}\\secret.txt`,
    `%2e%2e/${to}/secret.txt`,
    `..%2f${to}%2fsecret.txt`,
    `%252e%252e/${to}/secret.txt`,
    `a/../../${to}/secret.txt`,
    `./../${to}/secret.txt`,
    `/${to}/secret.txt`,
    `//${to}/secret.txt`,
    `/storage/v1/object/${to}/secret.txt`,
    `../../bucket/${to}`,
    `..`,
    `.`,
    `a.txt\0`,
    `a.txt\n`,
    `a//secret.txt`,
    `a/./b`,
    `…/secret.txt`,
    `.../…`,
    `\u202ea.txt`,
    `http://${to}/secret.txt`,
    ``,
    'x'.repeat(1100),
  ];

  test('touch nothing outside', async () => {
    const state = async () => JSON.stringify([await names(bucket), await names(other), await admin().log()]);
    const before = await state();
    for (const path of attacks(other)) {
      const answers = [
        await admin().call('/files/file', { query: { bucket, path } }),
        await post('/upload', { bucket, path, bytes: 1, type: 'text/plain', replace: true }),
        await post('/move', { bucket, from: path, to: 'b.txt' }),
        await post('/move', { bucket, from: 'a.txt', to: path }),
        await post('/delete', { bucket, paths: [path] }),
        await post('/delete', { bucket, paths: [`${path}/`] }),
        await post('/sign', { bucket, path, seconds: 60 }),
        await list({ bucket, folder: `${path}/` }),
        await admin().call('/files/file', { query: { bucket: path, path: 'secret.txt' } }),
        await post('/delete', { bucket: path, paths: ['secret.txt'] }),
      ];
      for (const [at, { status, text }] of answers.entries()) {
        // The last of these are names of buckets that do not exist.
        expect([JSON.stringify(path), at, status >= 400 && status < 500]).toEqual([
          JSON.stringify(path),
          at,
          true,
        ]);
        expect(text).not.toContain('of the other bucket');
      }
    }
    expect(await state()).toBe(before);
  });
});

describe('past the admin area', () => {
  let bucket: string;
  beforeAll(async () => {
    bucket = await createBucket();
    await upload(bucket, 'a.txt', 'private');
  });
  const header = { 'x-admin': 'files' };
  const uploading = { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } };

  /** What a caller gets who knows all addresses. */
  async function tryAll({ token }: { token: string }, headers: Record<string, string>) {
    const json = { 'content-type': 'application/json', ...headers };
    const read = await callStorage(`/object/authenticated/${bucket}/a.txt`, token, { headers });
    const listed = await callStorage(`/object/list/${bucket}`, token, {
      method: 'POST',
      headers: json,
      body: '{"prefix":""}',
    });
    const buckets = await callStorage('/bucket', token, { headers });
    const stored = await callStorage(`/object/${bucket}/new.txt`, token, {
      ...uploading,
      headers: { ...uploading.headers, ...headers },
    });
    const made = await callStorage('/bucket', token, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ name: `x-${crypto.randomUUID()}` }),
    });
    const removed = await callStorage(`/object/${bucket}/a.txt`, token, { method: 'DELETE', headers });
    return [read.status, listed.body, buckets.body, stored.status, made.status, removed.status];
  }
  const nothing = [400, '[]', '[]', 400, 400, 400];

  test('an owner sees without the header what they saw before', async () => {
    expect(await tryAll(admin().owner, {})).toEqual(nothing);
    expect(await tryAll(admin().owner, { 'x-admin': 'tables' })).toEqual(nothing);
    expect(await readText(bucket, 'a.txt')).toBe('private');
  });

  test('a reader sees nothing more with the header', async () => {
    expect(await tryAll(await admin().createPerson(), header)).toEqual(nothing);
    const { anonKey } = admin().secrets;
    expect(await tryAll({ token: anonKey }, header)).toEqual(nothing);
  });

  test.each<[string, (admin: TestAdmin, session: string) => Promise<unknown>]>([
    [
      'who signed in 13 hours ago',
      ({ database }, session) => database.sql`
      update auth.mfa_amr_claims set updated_at = now() - interval '13 hours' where session_id = ${session}`,
    ],
    [
      'who is an owner no more',
      ({ database, owner }) => database.sql`select site.set_owners(${[owner.email]})`,
    ],
  ])('an owner %s sees nothing more', async (_, change) => {
    const { createPerson, database, owner, signIn } = admin();
    const { email } = await createPerson();
    await database.sql`select site.set_owners(${[owner.email, email]})`;
    const token = await signIn(email);
    const [, payload = ''] = token.split('.');
    await change(admin(), JSON.parse(Buffer.from(payload, 'base64url').toString()).session_id);
    expect(await tryAll({ token }, header)).toEqual(nothing);
  });

  test('another owner may do the same with the header', async () => {
    const { createPerson, database, owner, signIn } = admin();
    const { email } = await createPerson();
    await database.sql`select site.set_owners(${[owner.email, email]})`;
    const token = await signIn(email);
    const read = await callStorage(`/object/authenticated/${bucket}/a.txt`, token, { headers: header });
    expect([read.status, read.body]).toEqual([200, 'private']);
  });
});

test('no answer has a key of the backend in it', async () => {
  const bucket = await createBucket();
  const answers = [
    await upload(bucket, 'a.txt'),
    await upload(bucket, 'a.txt'),
    await admin().call('/files/buckets'),
    await list({ bucket }),
    await admin().call('/files/file', { query: { bucket, path: 'a.txt' } }),
    await admin().call('/files/file', { query: { bucket, path: 'b.txt' } }),
    await post('/sign', { bucket, path: 'a.txt', seconds: 60 }),
    await post('/move', { bucket, from: 'a.txt', to: 'b.txt' }),
    await post('/delete', { bucket, paths: ['b.txt'] }),
  ];
  const { anonKey: _, ...secrets } = admin().secrets;
  for (const { text, headers } of answers) {
    const bytes = `${text}\n${[...headers].join('\n')}`;
    for (const key of [secrets.serviceRoleKey, secrets.secretKey, secrets.jwtSecret])
      expect(bytes).not.toContain(key);
  }
});
