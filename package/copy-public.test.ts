import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { copyPublic } from './copy-public.ts';

test('secrets are not packed', async () => {
  const { folder, remove } = await makeFolder();
  await mkdir(join(folder, 'functions', 'contact'), { recursive: true });
  for (const file of ['.env', '.env.local', 'deno.d.ts', 'contact/.env', 'contact/environment.ts'])
    await writeFile(join(folder, 'functions', file), '');
  await copyPublic(join(folder, 'functions'), join(folder, 'packed'));
  expect((await readdir(join(folder, 'packed'), { recursive: true })).sort()).toEqual([
    'contact',
    join('contact', 'environment.ts'),
    'deno.d.ts',
  ]);
  await remove();
});
