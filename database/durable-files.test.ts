/** Without a power cut only the order can be tested: contents are synced before the rename, and the folder after it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { recordSyncs } from '../tests/harness/database/record-syncs.ts';
import { makeDurableFolder, renameDurably, writeDurably } from './durable-files.ts';
import { openDatabase } from './open-database.ts';
import { readRandomSecret } from './random-secret.ts';

let made: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  made = await makeFolder();
});
afterAll(() => made.remove());

const inode = (path: string) => statSync(path).ino;
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

describe('a file that is written durably', () => {
  it.each([
    [{}, 'new'],
    [{ keepExisting: true }, 'old'],
  ])('with %j is synced, then renamed, then its folder is synced', async (options, expected) => {
    const folder = join(made.folder, expected);
    const path = join(folder, 'file');
    await mkdir(folder);
    await writeFile(path, 'old');
    const before = inode(path);
    const seen: unknown[] = [];
    await recordSyncs((synced) => seen.push(synced === inode(folder) ? ['folder', read(path)] : read(path)));
    await writeDurably(path, 'new', options);
    expect(seen).toEqual(['old', ['folder', expected]]);
    expect(await readdir(folder)).toEqual(['file']);
    expect(inode(path) === before).toBe(expected === 'old');
  });

  it('does not exist after a failed write, nor does anything else', async () => {
    const folder = join(made.folder, 'failing');
    function* contents() {
      yield Buffer.from('half');
      throw new Error('no more');
    }
    await expect(writeDurably(join(folder, 'file'), contents())).rejects.toThrow('no more');
    expect(await readdir(folder)).toEqual([]);
  });
});

it('a renamed folder has been synced with its contents', async () => {
  const draft = join(made.folder, 'draft');
  await mkdir(join(draft, 'a', 'b'), { recursive: true });
  await writeFile(join(draft, 'a', 'b', 'file'), 'x');
  const wanted = ['a/b/file', 'a/b', 'a', '.'].map((path) => inode(join(draft, path)));
  const synced: number[] = [];
  await recordSyncs((one) => synced.push(one));
  await renameDurably(draft, join(made.folder, 'whole'));
  expect(synced).toEqual([...wanted, inode(made.folder)]);
});

it('each parent of a new folder is synced', async () => {
  const synced: number[] = [];
  await recordSyncs((one) => synced.push(one));
  await makeDurableFolder(join(made.folder, 'x', 'y', 'z'), 0o700);
  const holding = ['x/y', 'x', '.'].map((path) => inode(join(made.folder, path)));
  expect(synced).toEqual(holding);
});

it('files that a first start writes beside the data of Postgres are synced with their names', async () => {
  const synced: number[] = [];
  await recordSyncs((one) => synced.push(one));
  const data = join(made.folder, 'data');
  await readRandomSecret(join(data, 'some.secret'));
  const database = await openDatabase({ dataFolder: data, log: () => {}, migrations: [] });
  const paths = ['password', 'postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'].map((name) =>
    join(data, 'postgres', name),
  );
  expect(synced).toContain(inode(made.folder));
  for (const path of [join(data, 'some.secret'), ...paths, join(data, 'postgres')]) {
    const position = synced.indexOf(inode(path));
    expect([path, position >= 0]).toEqual([path, true]);
    expect([path, synced.lastIndexOf(inode(dirname(path))) > position]).toEqual([path, true]);
  }
  // The reserve is created when the server has started.
  const reserve = join(data, 'postgres', 'reserve');
  await expect.poll(() => existsSync(reserve)).toBe(true);
  expect(synced).toContain(inode(reserve));
  await database.close();
});
