import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { readPageViewKeys } from './read-secret.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => folder.remove());

test('the secret is generated once by any number of processes, and only its owner can read it', async () => {
  const data = join(folder.folder, 'new');
  const all = await Promise.all(Array.from({ length: 8 }, () => readPageViewKeys(data, undefined)));
  expect(new Set(all.map(({ tokenKey }) => tokenKey)).size).toBe(1);
  const file = join(data, 'page-views.secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readPageViewKeys(data, undefined)).toEqual(all[0]);
  expect(JSON.stringify(all[0])).not.toContain(await readFile(file, 'utf8'));
});

test('a setting takes precedence, and its two keys differ', async () => {
  const keys = await readPageViewKeys(folder.folder, 'a secret that was set by the owner');
  expect(keys.tokenKey).not.toBe(keys.siteKey);
  expect(await readPageViewKeys('/nowhere', 'a secret that was set by the owner')).toEqual(keys);
});
