import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashServerSources, hashSources } from './sources.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-sources-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function hashWith(title: string, owners: string[], comment = ''): Promise<string> {
  const config = { title, owners, pageViews: { counter: 'own', ignoredAddresses: owners } };
  await writeFile(join(folder, 'site.config.ts'), `export default ${JSON.stringify(config)}; // ${comment}`);
  return hashSources({ programFolder: folder, siteFolder: folder, contentFolder: folder });
}

test('a build is made again for a setting that it contains, and for no other', async () => {
  const first = await hashWith('Mine', []);
  expect(await hashWith('Mine', ['me@example.com'], 'that is me')).toBe(first);
  expect(await hashWith('Ours', [])).not.toBe(first);
});

test('an export is made anew when the server makes other pages of the same', async () => {
  await mkdir(join(folder, 'markdown'));
  const hashAfter = async (name: string, text: string) => {
    await writeFile(join(folder, 'markdown', name), text);
    return hashServerSources(folder);
  };
  const first = await hashAfter('feed.ts', 'one');
  expect(await hashAfter('feed.test.ts', 'a test')).toBe(first);
  expect(await hashAfter('feed.ts', 'another')).not.toBe(first);
});
