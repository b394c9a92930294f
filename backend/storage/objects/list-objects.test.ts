import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../../tests/harness/storage/test-storage.ts';

let storage: TestStorage;
let bucket = '';
const names = [
  'B.txt',
  'a.txt',
  'a/1.txt',
  'a/2.txt',
  'a/deep/x.txt',
  'a0.txt',
  'b_c/y.txt',
  'bxc/y.txt',
  'z.txt',
];

beforeAll(async () => {
  storage = await openTestStorage();
  bucket = await storage.bucket();
  // Uploaded in an order that differs from that of the names.
  for (const name of [...names].reverse()) await files().upload(name, name);
});
afterAll(() => storage.close());

const files = () => storage.client().storage.from(bucket);
const list = async (...args: Parameters<ReturnType<typeof files>['list']>) =>
  (await files().list(...args)).data?.map(({ name, id }) => (id === null ? `${name}/` : name));

describe('a list', () => {
  it('returns files and folders by name', async () => {
    expect(await list()).toEqual(['B.txt', 'a.txt', 'a/', 'a0.txt', 'b_c/', 'bxc/', 'z.txt']);
    expect(await list('a')).toEqual(['1.txt', '2.txt', 'deep/']);
    expect(await list('a/')).toEqual(['1.txt', '2.txt', 'deep/']);
    expect(await list('a/deep')).toEqual(['x.txt']);
    expect(await list('nothing')).toEqual([]);
  });

  it('returns metadata of files and none of folders', async () => {
    const { data } = await files().list('', { limit: 3 });
    expect(data?.[0]).toEqual({
      name: 'B.txt',
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: expect.objectContaining({
        size: 5,
        mimetype: 'text/plain;charset=UTF-8',
        cacheControl: 'max-age=3600',
      }),
    });
    const nothing = { id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null };
    expect(data?.[2]).toEqual({ name: 'a', ...nothing });
  });

  it('has pages, backward too', async () => {
    expect(await list('', { limit: 2 })).toEqual(['B.txt', 'a.txt']);
    expect(await list('', { limit: 3, offset: 2 })).toEqual(['a/', 'a0.txt', 'b_c/']);
    expect(await list('', { offset: 99 })).toEqual([]);
    const sortBy = { column: 'name', order: 'desc' };
    expect(await list('', { sortBy })).toEqual(['z.txt', 'bxc/', 'b_c/', 'a0.txt', 'a/', 'a.txt', 'B.txt']);
    expect(await list('', { sortBy, limit: 2, offset: 4 })).toEqual(['a/', 'a.txt']);
  });

  it('sorted by time has the folders first', async () => {
    expect(await list('', { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      'a/',
      'b_c/',
      'bxc/',
      'z.txt',
      'a0.txt',
      'a.txt',
      'B.txt',
    ]);
    expect(await list('', { sortBy: { column: 'updated_at', order: 'desc' }, limit: 4 })).toEqual([
      'bxc/',
      'b_c/',
      'a/',
      'B.txt',
    ]);
  });

  it('can be searched by the literal beginning of names', async () => {
    expect(await list('', { search: 'b' })).toEqual(['B.txt', 'b_c/', 'bxc/']);
    expect(await list('', { search: 'b_' })).toEqual(['b_c/']);
    expect(await list('', { search: '%' })).toEqual([]);
    expect(await list('a', { search: 'D' })).toEqual(['deep/']);
  });

  it.each([
    { limit: 0 },
    { offset: -1 },
    { limit: 1.5 },
    { sortBy: { column: 'id; drop table storage.objects' } },
    { sortBy: { column: 'name', order: 'sideways' } },
    { prefix: {} },
  ])('with %j is refused', async (options) => {
    const answer = await storage.request(`/object/list/${bucket}`, {
      method: 'POST',
      body: { prefix: '', ...options },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'InvalidRequest']);
  });

  it.each([
    "' or 1=1 --",
    '\u0001',
    'ü',
    '%',
    '..',
    'x'.repeat(1000),
  ])('of a folder called %j is empty', async (name) => expect(await list(name)).toEqual([]));
});

describe('list v2', () => {
  const readAllPages = async (options: Parameters<ReturnType<typeof files>['listV2']>[0]) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 20; page += 1) {
      const { data } = await files().listV2({ ...options, ...(cursor && { cursor }) });
      // A page has folders and objects separately: together they are in order.
      const paths = [...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name);
      expect(paths.length).toBeLessThanOrEqual(options?.limit ?? 1000);
      seen.push(...paths);
      cursor = data?.nextCursor;
      if (!data?.hasNext) return seen;
    }
    throw new Error('It does not end.');
  };

  it('returns all names, or those of a folder with its subfolders', async () => {
    expect((await files().listV2({})).data).toMatchObject({ hasNext: false, folders: [] });
    expect(await readAllPages({})).toEqual([...names].sort());
    const { data } = await files().listV2({ prefix: 'a/', with_delimiter: true });
    expect(data?.folders).toEqual([{ key: 'a/deep', name: 'a/deep/' }]);
    expect(data?.objects.map(({ name }) => name)).toEqual(['a/1.txt', 'a/2.txt']);
    expect((await files().listV2({ prefix: 'a' })).data?.objects).toHaveLength(5);
  });

  it.each([
    ['name', 'asc'],
    ['name', 'desc'],
    ['created_at', 'asc'],
    ['created_at', 'desc'],
    ['updated_at', 'desc'],
  ] as const)('in pages by %s %s misses nothing and repeats nothing', async (column, order) => {
    for (const limit of [1, 2, 3])
      for (const with_delimiter of [false, true]) {
        const options = { sortBy: { column, order }, with_delimiter };
        const inPages = await readAllPages({ ...options, limit });
        const atOnce = await readAllPages(options);
        expect([...inPages].sort()).toEqual([...atOnce].sort());
        expect(new Set(inPages).size).toBe(inPages.length);
        if (limit === 1 && column === 'name')
          expect(inPages).toEqual(order === 'asc' ? [...inPages].sort() : [...inPages].sort().reverse());
      }
  });

  it.each([
    'x',
    '',
    Buffer.from('{"path":1}').toString('base64url'),
  ])('with the cursor %j is refused or starts again', async (cursor) => {
    const answer = await storage.request(`/object/list-v2/${bucket}`, { method: 'POST', body: { cursor } });
    expect(answer.status).toBe(cursor === '' ? 200 : 400);
  });
});

describe('a folder with many files', () => {
  it('is one step of a listing, for every caller', async () => {
    const large = await storage.bucket();
    const { sql } = storage.database;
    await sql`
      insert into storage.objects (bucket_id, name, version, metadata)
      select ${large}, 'many/' || lpad(n::text, 6, '0'), null, '{}' from generate_series(1, 20000) n`;
    await sql`insert into storage.objects (bucket_id, name, metadata) values (${large}, 'z', '{}')`;
    await sql.script(
      `create policy all_of_it on storage.objects for select to anon using (bucket_id = '${large}')`,
    );
    await sql`analyze storage.objects`;
    const { data } = await storage.client(storage.secrets.anonKey).storage.from(large).list();
    expect(data?.map(({ name }) => name)).toEqual(['many', 'z']);
    // The number of index reads, from the statistics of the database.
    const plan = await storage.database.asRole(
      'anon',
      { role: 'anon' },
      (inside) => inside`
      explain (analyze, format json) select name from storage.objects
      where bucket_id = ${large} and name collate "C" >= 'many0' and name collate "C" < 'zz' order by name collate "C" limit 1`,
    );
    expect(JSON.stringify(plan)).toContain('idx_objects_bucket_id_name');
  });
});
