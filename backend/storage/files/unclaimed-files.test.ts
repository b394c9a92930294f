import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStorage, type TestStorage } from '../../../tests/harness/storage/test-storage.ts';
import { createDiskStore } from './disk-store.ts';
import { type FileStore, StoreUnavailable } from './file-store.ts';

let storage: TestStorage;
let free = 1e12;
/** Awaited before and after each write of the store. */
let before: ((method: string) => Promise<void>) | undefined;

beforeAll(async () => {
  storage = await openTestStorage({
    files: (folder) => {
      const disk = createDiskStore({ folder, minimumFreeBytes: 1000, readFreeBytes: async () => free });
      const files: FileStore = {
        ...disk,
        async write(version, bytes) {
          await before?.('write');
          const size = await disk.write(version, bytes);
          await before?.('written');
          return size;
        },
      };
      return files;
    },
  });
});
afterAll(() => storage.close());

const put = (path: string, body: BodyInit) =>
  storage.request(`/object/${path}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } });
const unclaimedFiles = () => storage.database.sql`select version from porchlight.unclaimed_files`;

describe('a full disk', () => {
  it('is answered with 507, leaves no partial object, and recovers without a restart', async () => {
    const bucket = await storage.bucket();
    await put(`${bucket}/before.txt`, 'x');
    free = 0;
    const answer = await put(`${bucket}/full.txt`, 'y');
    expect([answer.status, answer.body]).toEqual([
      507,
      {
        statusCode: '507',
        error: 'InsufficientStorage',
        message: 'There is no room left to store this.',
        code: 'InsufficientStorage',
      },
    ]);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect((await storage.request(`/object/${bucket}/before.txt`)).text).toBe('x');
    expect((await storage.client().storage.from(bucket).list()).data).toHaveLength(1);
    free = 1e12;
    expect((await put(`${bucket}/full.txt`, 'y')).status).toBe(200);
    expect(storage.takeFaults()).toHaveLength(1);
    await expect.poll(unclaimedFiles).toHaveLength(0);
  });
});

describe('a file that a crash leaves', () => {
  it('is removed at the next start, and nothing else is', async () => {
    const bucket = await storage.bucket();
    await put(`${bucket}/kept.txt`, 'kept');
    const kept = (await storage.listFiles()).length;
    // A process died: one file is half written, one is complete but not an object.
    const disk = createDiskStore({ folder: join(storage.dataFolder, 'files'), minimumFreeBytes: 0 });
    const [half, whole] = [randomUUID(), randomUUID()];
    async function* bytes() {
      yield Buffer.from('some');
    }
    await disk.append(half, 0, bytes());
    await disk.write(whole, bytes());
    for (const version of [half, whole])
      await storage.database.sql`
        insert into porchlight.unclaimed_files (version, due_at) values (${version}, now() + interval '2 minutes')`;
    expect(await storage.listFiles()).toHaveLength(kept + 2);
    await storage.restart();
    await expect.poll(async () => (await storage.listFiles()).length).toBe(kept);
    await expect.poll(unclaimedFiles).toHaveLength(0);
    expect((await storage.request(`/object/${bucket}/kept.txt`)).text).toBe('kept');
  });

  it('is never a file that is still being written', async () => {
    const bucket = await storage.bucket();
    let proceed = () => {};
    const reached = new Promise<void>((isReached) => {
      before = async (method) => {
        if (method !== 'written') return;
        before = undefined;
        isReached();
        await new Promise<void>((done) => {
          proceed = done;
        });
      };
    });
    const sent = put(`${bucket}/slow.txt`, 'slow');
    await reached;
    await put(`${bucket}/other.txt`, 'x');
    await storage.request(`/object/${bucket}`, { method: 'DELETE', body: { prefixes: ['other.txt'] } });
    proceed();
    expect((await sent).status).toBe(200);
    expect((await storage.request(`/object/${bucket}/slow.txt`)).text).toBe('slow');
  });

  it('cannot become an object once it is being removed', async () => {
    const bucket = await storage.bucket();
    before = async (method) => {
      if (method === 'written')
        await storage.database.sql`update porchlight.unclaimed_files set removing = true`;
    };
    const answer = await put(`${bucket}/lost.txt`, 'x');
    before = undefined;
    expect([answer.status, answer.body.statusCode]).toEqual([503, '503']);
    expect((await storage.request(`/object/${bucket}/lost.txt`)).body.code).toBe('NoSuchKey');
    storage.takeFaults();
  });

  it('stays while a backup copies the files', async () => {
    const bucket = await storage.bucket();
    await put(`${bucket}/wanted.txt`, 'x');
    const count = (await storage.listFiles()).length;
    await storage.database.transaction(async (sql) => {
      await sql`select pg_advisory_xact_lock_shared(8046, 1)`;
      await storage.request(`/object/${bucket}`, { method: 'DELETE', body: { prefixes: ['wanted.txt'] } });
      // An expired upload shows that the sweep has run; closing a backend waits until it has been removed.
      const id = randomUUID();
      await storage.database.sql`
        insert into porchlight.resumable_uploads
          (id, bucket_id, name, role, length, mime_type, cache_control, expires_at)
        values (${id}, ${bucket}, 'x', 'anon', 1, 'a/b', '', now() - interval '1 day')`;
      await storage.request(`/object/${bucket}`, { method: 'DELETE', body: { prefixes: ['x'] } });
      await expect
        .poll(() => storage.database.sql`select from porchlight.resumable_uploads where id = ${id}`)
        .toHaveLength(0);
      await storage.restart();
      expect(await storage.listFiles()).toHaveLength(count);
    });
    await storage.restart();
    await expect.poll(async () => (await storage.listFiles()).length).toBe(count - 1);
  });
});

describe('a store that is unavailable', () => {
  it('is answered with 503, and the upload can be repeated', async () => {
    const bucket = await storage.bucket();
    before = async () => {
      throw new StoreUnavailable('away');
    };
    const answer = await put(`${bucket}/x.txt`, 'x');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    before = undefined;
    expect((await put(`${bucket}/x.txt`, 'x')).status).toBe(200);
    storage.takeFaults();
  });

  it('reports an object whose file was deleted by hand as missing', async () => {
    const bucket = await storage.bucket();
    await put(`${bucket}/x.txt`, 'x');
    await rm(join(storage.dataFolder, 'files', 'objects'), { recursive: true });
    expect((await storage.request(`/object/${bucket}/x.txt`)).body.code).toBe('NoSuchKey');
    expect((await put(`${bucket}/y.txt`, 'y')).status).toBe(200);
    expect((await storage.request(`/object/${bucket}/y.txt`)).text).toBe('y');
  });
});
