import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeSnapshot } from './take-snapshot.ts';

let folder: string;
const files = ['hello/index.ts', 'hello/page.html', '_shared/cors.ts'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-snapshot-'));
  for (const file of files) {
    await mkdir(join(folder, 'functions', file, '..'), { recursive: true });
    await writeFile(join(folder, 'functions', file), file);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const take = (to: string, names: readonly string[] = files) =>
  takeSnapshot({ from: join(folder, 'functions'), files: names, to, version: 'abc' });

describe('a snapshot of the functions', () => {
  it('is whole for all functions that are started at the same moment, and there is one', async () => {
    const to = join(folder, 'at-once');
    await mkdir(to);
    const paths = await Promise.all(Array.from({ length: 30 }, () => take(to)));
    expect(new Set(paths)).toEqual(new Set([join(to, 'abc')]));
    for (const file of files) expect(await readFile(join(to, 'abc', file), 'utf8')).toBe(file);
    expect(await readdir(to)).toEqual(['abc']);
    expect((await stat(join(to, 'abc'))).mode & 0o777).toBe(0o755);
  });

  it('leaves nothing behind when a file is gone', async () => {
    const to = join(folder, 'gone');
    await mkdir(to);
    await expect(take(to, [...files, 'hello/gone.ts'])).rejects.toThrow('ENOENT');
    expect(await readdir(to)).toEqual([]);
  });
});
