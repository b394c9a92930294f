import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '../../database/database.ts';
import { openTestStorage, type TestStorage } from '../../tests/harness/storage/test-storage.ts';

const anna = randomUUID();
const ben = randomUUID();
let storage: TestStorage;
let bucket = '';

beforeAll(async () => {
  storage = await openTestStorage();
  bucket = await storage.bucket();
  // Each user has a folder; signed-in users may read `shared`; `inbox` allows inserts only.
  await storage.database.sql.script(`
    create policy own_folder on storage.objects for all to authenticated
      using (bucket_id = '${bucket}' and (storage.foldername(name))[1] = auth.uid()::text);
    create policy shared on storage.objects for select to authenticated
      using (bucket_id = '${bucket}' and (storage.foldername(name))[1] = 'shared');
    create policy inbox on storage.objects for insert to anon, authenticated
      with check (bucket_id = '${bucket}' and (storage.foldername(name))[1] = 'inbox'
        and storage.extension(name) = 'txt' and storage.filename(name) <> 'no.txt');
    create policy small on storage.objects for insert to authenticated
      with check (bucket_id = '${bucket}' and (storage.foldername(name))[1] = 'small'
        and coalesce((metadata ->> 'size')::int, 0) < 10);
    create policy copies on storage.objects for insert to authenticated
      with check (bucket_id = '${bucket}' and name like 'copies/%' and storage.allow_only_operation('object.copy'));
  `);
});
afterAll(() => storage.close());

const as = (user: string) => storage.client(storage.tokenOf(user)).storage.from(bucket);
const visitor = () => storage.client(storage.secrets.anonKey).storage.from(bucket);
const refused = { statusCode: '403', message: 'new row violates row-level security policy' };

describe('row security', () => {
  it('gives users access to their own folder only', async () => {
    const path = `${anna}/diary.txt`;
    expect((await as(anna).upload(path, 'dear diary')).error).toBeNull();
    expect(await (await as(anna).download(path)).data?.text()).toBe('dear diary');
    expect((await as(anna).list(anna)).data).toMatchObject([{ name: 'diary.txt' }]);

    expect((await as(ben).upload(path, 'x', { upsert: true })).error).toMatchObject(refused);
    expect((await as(ben).update(path, 'x')).error).toMatchObject(refused);
    expect((await as(ben).download(path)).error).not.toBeNull();
    expect((await as(ben).info(path)).error).toMatchObject({ message: 'Object not found' });
    expect((await as(ben).exists(path)).data).toBe(false);
    expect((await as(ben).list(anna)).data).toEqual([]);
    expect((await as(ben).list()).data).toEqual([]);
    expect((await as(ben).listV2({})).data).toMatchObject({ objects: [], folders: [] });
    expect((await as(ben).remove([path])).data).toEqual([]);
    expect((await as(ben).move(path, `${ben}/taken.txt`)).error).toMatchObject({
      message: 'Object not found',
    });
    expect((await as(ben).copy(path, `${ben}/taken.txt`)).error).toMatchObject({
      message: 'Object not found',
    });
    expect((await as(ben).createSignedUrl(path, 60)).error).toMatchObject({ message: 'Object not found' });
    expect((await as(ben).createSignedUrls([path], 60)).data).toMatchObject([{ signedUrl: null }]);
    expect((await as(ben).createSignedUploadUrl(path)).error).not.toBeNull();
    expect((await visitor().download(path)).error).not.toBeNull();
    expect((await visitor().upload(`${anna}/x.txt`, 'x')).error).toMatchObject(refused);
    expect(await (await as(anna).download(path)).data?.text()).toBe('dear diary');
  });

  it('names a policy that fails in the log', async () => {
    const other = await storage.bucket();
    await storage.database.sql.script(`
      create function public.may_upload(text) returns boolean language plpgsql as
        $$ begin return (select owner from public.gone where name = $1) = auth.uid(); end $$;
      create policy broken on storage.objects for insert to authenticated
        with check (bucket_id = '${other}' and public.may_upload(name))`);
    const files = storage.client(storage.tokenOf(anna)).storage.from(other);
    expect((await files.upload('a.txt', 'x')).error).toMatchObject({ message: 'Internal Server Error' });
    const [fault] = storage.takeFaults();
    expect(fault).toMatch(/public\.gone.*function may_upload\(text\) line 1/s);
    await storage.database.sql.script(`
      create or replace function public.may_upload(text) returns boolean language plpgsql as
        $$ begin raise exception 'Not on Sundays'; end $$`);
    expect((await files.upload('a.txt', 'x')).error).toMatchObject({ statusCode: '400' });
    expect(storage.takeFaults()).toEqual([expect.stringMatching(/Not on Sundays.*may_upload/s)]);
  });

  it('can allow reading without changing', async () => {
    await storage.client().storage.from(bucket).upload('shared/rules.txt', 'be kind');
    expect(await (await as(ben).download('shared/rules.txt')).data?.text()).toBe('be kind');
    expect((await as(ben).move('shared/rules.txt', `${ben}/mine.txt`)).error).toMatchObject({
      message: 'Access denied',
    });
    expect((await as(ben).remove(['shared/rules.txt'])).data).toEqual([]);
    expect((await as(ben).copy('shared/rules.txt', `${ben}/rules.txt`)).error).toBeNull();
    expect((await as(ben).move(`${ben}/rules.txt`, 'shared/ben.txt')).error).toMatchObject(refused);
  });

  it('can allow adding without reading', async () => {
    const { data, error } = await visitor().upload('inbox/hello.txt', 'hello');
    expect(error).toBeNull();
    expect(data?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await visitor().download('inbox/hello.txt')).error).not.toBeNull();
    expect((await visitor().upload('inbox/hello.txt', 'again')).error).toMatchObject({ statusCode: '409' });
    expect((await visitor().upload('inbox/hello.txt', 'over', { upsert: true })).error).toMatchObject(
      refused,
    );
    expect((await visitor().upload('inbox/no.txt', 'x')).error).toMatchObject(refused);
    expect((await visitor().upload('inbox/x.exe', 'x')).error).toMatchObject(refused);
  });

  it('checks the actual file, not the announced one', async () => {
    expect((await as(anna).upload('small/ok.txt', 'short')).error).toBeNull();
    const before = (await storage.listFiles()).length;
    expect((await as(anna).upload('small/no.txt', 'much too long for it')).error).toMatchObject(refused);
    await expect.poll(async () => (await storage.listFiles()).length).toBe(before);
  });

  it('can read the operation', async () => {
    await as(anna).upload(`${anna}/original.txt`, 'x');
    expect((await as(anna).upload('copies/a.txt', 'x')).error).toMatchObject(refused);
    expect((await as(anna).copy(`${anna}/original.txt`, 'copies/a.txt')).error).toBeNull();
  });

  it('knows the owner of an object', async () => {
    await as(anna).upload(`${anna}/own.txt`, 'x');
    await visitor().upload('inbox/anonymous.txt', 'x');
    const rows = await storage.database.sql`
      select name, owner, owner_id from storage.objects where name like '%/own.txt' or name = 'inbox/anonymous.txt'
      order by name like 'inbox%'`;
    expect([...rows]).toEqual([
      { name: `${anna}/own.txt`, owner: anna, owner_id: anna },
      { name: 'inbox/anonymous.txt', owner: null, owner_id: null },
    ]);
  });

  it('applies to buckets as well', async () => {
    const mine = storage.client(storage.tokenOf(anna)).storage;
    expect((await mine.createBucket('annas')).error).toMatchObject(refused);
    expect((await mine.getBucket(bucket)).error).toMatchObject({ message: 'Bucket not found' });
    expect((await mine.listBuckets()).data).toEqual([]);
    expect((await mine.updateBucket(bucket, { public: true })).error).toMatchObject({
      message: 'Bucket not found',
    });
    expect((await mine.emptyBucket(bucket)).error).toMatchObject({ statusCode: '403' });
    expect((await mine.deleteBucket(bucket)).error).toMatchObject({ message: 'Bucket not found' });
    expect((await mine.purgeBucketCache(bucket)).error).toMatchObject({ statusCode: '403' });
    expect((await storage.client().storage.getBucket(bucket)).data?.public).toBe(false);
  });

  it('applies in SQL: no role reads other users’ objects, and deleting a row removes its file', async () => {
    const path = `${anna}/gone.txt`;
    await as(anna).upload(path, 'x');
    const before = (await storage.listFiles()).length;
    const asAnna = (work: (sql: Sql) => Promise<unknown>) =>
      storage.database.asRole('authenticated', { sub: anna, role: 'authenticated' }, work);
    const unclaimed = asAnna((sql) => sql`select * from porchlight.unclaimed_files`);
    await expect(unclaimed).rejects.toThrow('permission denied');
    await asAnna((sql) => sql`delete from storage.objects where name = ${path}`);
    await as(anna).remove(['nothing']);
    await expect.poll(async () => (await storage.listFiles()).length).toBe(before - 1);
  });
});

describe('a caller', () => {
  const request = (credential: string | null, headers: Record<string, string> = {}) =>
    storage.request('/bucket', { as: credential, headers });
  const words = async (credential: string | null) => {
    const { status, body } = await request(credential);
    return `${status} ${body.statusCode ?? 'ok'} ${body.message ?? ''}`;
  };

  it('sends a token or a key, in either header', async () => {
    const { anonKey, publishableKey, secretKey, serviceRoleKey } = storage.secrets;
    for (const key of [anonKey, publishableKey, secretKey, serviceRoleKey]) {
      expect((await request(key)).status).toBe(200);
      expect((await request(null, { apikey: key })).status).toBe(200);
    }
    expect((await request(secretKey)).body.length).toBeGreaterThan(0);
    expect((await request(publishableKey)).body).toEqual([]);
    expect(await words(null)).toBe('400 403 Invalid Compact JWS');
  });

  it.each([
    ['another issuer', { iss: 'http://elsewhere' }, 'unexpected "iss" claim value'],
    ['another audience', { aud: 'others' }, 'unexpected "aud" claim value'],
    ['no end', { exp: undefined }, 'missing required "exp" claim'],
    ['a past end', { exp: 1 }, '"exp" claim timestamp check failed'],
    ['a beginning in the future', { nbf: 9999999999 }, '"nbf" claim timestamp check failed'],
    ['no subject', { sub: undefined }, 'missing sub claim'],
    ['a subject that is no user', { sub: "x' or 1=1" }, 'missing sub claim'],
    ['an odd session', { session_id: 'x' }, 'unexpected "session_id" claim value'],
    [
      'a session that ended',
      { session_id: randomUUID() },
      'Session from session_id claim in JWT does not exist',
    ],
    [
      'the token of an application',
      { client_id: randomUUID(), scope: 'email' },
      'An application may not do this with the token it was given. Sign in to do it yourself.',
    ],
    ['the role of the owner', { role: 'postgres' }, 'this role is not known'],
    ['a list of roles', { role: ['service_role'] }, 'this role is not known'],
  ])('with %s is refused', async (_name, claims, message) => {
    expect(await words(storage.tokenOf(anna, claims))).toBe(`400 403 ${message}`);
  });

  it('with a forged token is refused', async () => {
    const [, body = ''] = storage.tokenOf(anna, { role: 'service_role' }).split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`;
    const head = encode({ alg: 'HS256', typ: 'JWT' });
    const other = createHmac('sha256', 'another secret of the same length!')
      .update(`${head}.${body}`)
      .digest('base64url');
    for (const token of [none, `${head}.${body}.${other}`, `${head}.${body}.`, 'a.b.c', 'sb_secret_x'])
      expect(await words(token)).toMatch(/^400 403 (signature verification failed|Invalid API key)$/);
  });

  it('whose session ends is refused on the next request', async () => {
    const { sql } = storage.database;
    const [user, session] = [randomUUID(), randomUUID()];
    await sql`insert into auth.users (id, aud, role) values (${user}, 'authenticated', 'authenticated')`;
    await sql`insert into auth.sessions (id, user_id, created_at) values (${session}, ${user}, now())`;
    const token = storage.tokenOf(user, { session_id: session });
    expect((await request(token)).status).toBe(200);
    await sql`delete from auth.sessions where id = ${session}`;
    expect((await request(token)).status).toBe(400);
  });

  it('lets policies read headers, without cookies', async () => {
    const path = `${bucket}/by-header/a.txt`;
    await storage.database.sql.script(`
      create policy by_header on storage.objects for insert to authenticated
        with check (bucket_id = '${bucket}' and name like 'by-header/%'
          and current_setting('request.headers', true)::jsonb ->> 'x-ticket' = 'abc'
          and not current_setting('request.headers', true)::jsonb ? 'cookie')`);
    const upload = (headers: Record<string, string>) =>
      storage.request(`/object/${path}`, {
        method: 'POST',
        as: storage.tokenOf(anna),
        headers,
        body: 'text',
      });
    expect((await upload({})).status).toBe(400);
    expect((await upload({ cookie: 'x-ticket=abc' })).status).toBe(400);
    expect((await upload({ 'x-ticket': 'abc', cookie: 'a=b' })).status).toBe(200);
  });
});
