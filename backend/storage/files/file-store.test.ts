import { randomBytes, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordSyncs } from '../../../tests/harness/database/record-syncs.ts';
import { startS3 } from '../../../tests/harness/start-s3.ts';
import { describeFileStores, listFiles, partBytes } from '../../../tests/harness/storage/test-file-stores.ts';
import { createDiskStore } from './disk-store.ts';
import { type Bytes, type FileStore, OffsetMoved, StoreFull, StoreUnavailable } from './file-store.ts';
import { createS3Client } from './s3-client.ts';
import { createS3Store } from './s3-store.ts';

async function* pieces(...all: (Uint8Array | Error)[]): Bytes & AsyncGenerator<Uint8Array> {
  for (const piece of all) {
    if (piece instanceof Error) throw piece;
    yield piece;
  }
}

async function readAll(files: FileStore, version: string, range?: { start: number; end: number }) {
  const body = await files.read(version, range);
  return body && Buffer.from(await new Response(body).arrayBuffer());
}

const cut = new Error('the connection was cut');

describeFileStores('a file', (store) => {
  it.each([
    0,
    1,
    partBytes - 1,
    partBytes,
    partBytes + 1,
    3 * partBytes,
    5 * partBytes + 7,
  ])('of %i bytes is returned unchanged, whole and in ranges', async (size) => {
    const { files } = store();
    const version = randomUUID();
    const content = randomBytes(size);
    const half = Math.floor(size / 2);
    expect(await files.write(version, pieces(content.subarray(0, half), content.subarray(half)))).toBe(size);
    expect(await readAll(files, version)).toEqual(content);
    if (size < 2) return;
    const range = { start: 1, end: size - 1 };
    expect(await readAll(files, version, range)).toEqual(content.subarray(1));
    expect(await readAll(files, version, { start: half, end: half })).toEqual(
      content.subarray(half, half + 1),
    );
  });

  it('whose upload breaks off leaves nothing', async () => {
    const { files, listStored } = store();
    const before = await listStored();
    for (const first of [10, partBytes + 10, 3 * partBytes]) {
      const version = randomUUID();
      await expect(files.write(version, pieces(randomBytes(first), cut))).rejects.toBe(cut);
      expect(await files.read(version)).toBeUndefined();
    }
    expect(await listStored()).toEqual(before);
  });

  it('that does not exist is not read or copied, and can be removed', async () => {
    const { files } = store();
    expect(await files.read(randomUUID())).toBeUndefined();
    expect(await files.copy(randomUUID(), randomUUID())).toBe(false);
    await files.remove(randomUUID());
  });

  it('has an independent copy', async () => {
    const { files } = store();
    const [first, second] = [randomUUID(), randomUUID()];
    await files.write(first, pieces(Buffer.from('the same')));
    expect(await files.copy(first, second)).toBe(true);
    await files.remove(first);
    expect(await readAll(files, first)).toBeUndefined();
    expect(`${await readAll(files, second)}`).toBe('the same');
  });

  it('is never found under a name that is not a version', async () => {
    const { files } = store();
    for (const name of ['../secrets.json', 'a/b', '', '.', 'a\0b', 'x'.repeat(65)])
      await expect(files.read(name)).rejects.toThrow('not the version of a file');
  });
});

describeFileStores('a file that is uploaded in pieces', (store) => {
  it('resumes where it was cut off, also after a restart', async () => {
    const { reopen } = store();
    const version = randomUUID();
    const content = randomBytes(4 * partBytes + 123);
    let offset = 0;
    for (const step of [10, 700, 300, partBytes, 2 * partBytes + 1]) {
      const files = reopen();
      expect(await files.appendedSize(version)).toBe(offset);
      const piece = content.subarray(offset, offset + step);
      await expect(files.append(version, offset, pieces(piece, cut))).rejects.toBe(cut);
      offset += step;
    }
    const files = reopen();
    expect(await files.appendedSize(version)).toBe(offset);
    await files.append(version, offset, pieces(content.subarray(offset)));
    await files.finish(version);
    expect(await readAll(files, version)).toEqual(content);
    expect(await files.appendedSize(version)).toBe(content.length);
    await reopen().finish(version);
    expect(await readAll(reopen(), version)).toEqual(content);
  });

  it('does not exist until it is finished, and leaves nothing when it is removed', async () => {
    const { files, listStored } = store();
    const before = await listStored();
    const version = randomUUID();
    await files.append(version, 0, pieces(randomBytes(2 * partBytes + 5)));
    expect(await files.read(version)).toBeUndefined();
    await files.remove(version);
    expect(await files.appendedSize(version)).toBe(0);
    expect(await listStored()).toEqual(before);
  });

  it('accepts bytes at its end only', async () => {
    const { files } = store();
    const version = randomUUID();
    await files.append(version, 0, pieces(Buffer.from('abc')));
    for (const offset of [0, 2, 4])
      await expect(files.append(version, offset, pieces(Buffer.from('x')))).rejects.toBeInstanceOf(
        OffsetMoved,
      );
    await files.finish(version);
    expect(`${await readAll(files, version)}`).toBe('abc');
  });

  it('may be empty', async () => {
    const { files } = store();
    const version = randomUUID();
    await files.finish(version);
    expect(await readAll(files, version)).toEqual(Buffer.alloc(0));
  });
});

describe('a disk', () => {
  it('has synced a file and the folders that were made for it when the file is complete', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'porchlight-files-'));
    const folder = join(parent, 'files');
    const files = createDiskStore({ folder, minimumFreeBytes: 0 });
    const synced: number[] = [];
    await recordSyncs((inode) => synced.push(inode));
    const missing = (...paths: string[]) =>
      paths.filter((path) => !synced.includes(statSync(join(folder, path)).ino));
    const pathOf = (version: string) => join('objects', version.slice(0, 2), version);

    const [whole, parts] = [randomUUID(), randomUUID()];
    await files.write(whole, pieces(Buffer.from('x')));
    expect(missing(pathOf(whole), dirname(pathOf(whole)), 'objects', '.', '..')).toEqual([]);
    synced.length = 0;
    await files.append(parts, 0, pieces(Buffer.from('x')));
    expect(missing(join('incoming', parts), 'incoming')).toEqual([]);
    await files.finish(parts);
    expect(missing(pathOf(parts), dirname(pathOf(parts)))).toEqual([]);
    await rm(parent, { recursive: true });
  });

  it('that fills up during an upload keeps nothing of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'porchlight-full-'));
    let free = 100_000_000;
    const files = createDiskStore({ folder, minimumFreeBytes: 1000, readFreeBytes: async () => free });
    const piece = Buffer.alloc(1024 * 1024);
    async function* flood() {
      for (let count = 0; count < 64; count += 1) {
        if (count === 20) free = 0;
        yield piece;
      }
      throw new Error('It was read to its end.');
    }
    await expect(files.write(randomUUID(), flood())).rejects.toBeInstanceOf(StoreFull);
    await expect(files.write(randomUUID(), pieces(piece))).rejects.toBeInstanceOf(StoreFull);
    expect(await listFiles(folder)).toEqual([]);
    free = 100_000_000;
    expect(await files.write(randomUUID(), pieces(piece))).toBe(piece.length);
    await rm(folder, { recursive: true });
  });
});

describe('an S3 store', () => {
  it('receives parts of the size that S3 requires', async () => {
    const server = await startS3();
    const files = createS3Store(createS3Client(server.settings, fetch));
    const content = randomBytes(17 * 1024 * 1024);
    const version = randomUUID();
    await files.write(version, pieces(content.subarray(0, 9_000_001), content.subarray(9_000_001)));
    expect((await readAll(files, version))?.equals(content)).toBe(true);
    expect([...server.objects.keys()]).toEqual([`objects/${version}`]);
    await server.close();
  });

  it.each([
    ['secretAccessKey', 'another secret'],
    ['accessKeyId', 'AKIAOTHER'],
    ['region', 'us-east-1'],
  ])('refuses another %s', async (name, value) => {
    const server = await startS3();
    const files = createS3Store(createS3Client({ ...server.settings, [name]: value }, fetch));
    await expect(files.write(randomUUID(), pieces(Buffer.from('x')))).rejects.toThrow(/answered 403/);
    expect(server.objects.size).toBe(0);
    await server.close();
  });

  it('that fails once is asked again, and one that is down is reported', async () => {
    const server = await startS3();
    const files = createS3Store(createS3Client(server.settings, fetch));
    let count = 0;
    server.trouble = () => {
      count += 1;
      return count <= 2 ? 503 : undefined;
    };
    expect(await files.write(randomUUID(), pieces(Buffer.from('x')))).toBe(1);
    server.trouble = () => 500;
    await expect(files.read(randomUUID())).rejects.toBeInstanceOf(StoreUnavailable);
    server.trouble = () => 507;
    await expect(files.write(randomUUID(), pieces(Buffer.from('x')))).rejects.toBeInstanceOf(StoreFull);
    await server.close();
    await expect(files.read(randomUUID())).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
