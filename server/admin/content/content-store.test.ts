import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../tests/harness/database/folders.ts';
import { createContentStore } from './content-store.ts';

const owner = { id: 'owner', email: 'owner@example.com' };

async function openStore() {
  const { folder, remove } = await makeFolder();
  onTestFinished(remove);
  const posts = join(folder, 'content', 'posts');
  await mkdir(posts, { recursive: true });
  await writeFile(join(posts, 'a.md'), 'Before.\n');
  const store = createContentStore({
    contentFolder: join(folder, 'content'),
    dataFolder: join(folder, 'data'),
  });
  const hash = (await store.read('posts/a.md'))?.hash ?? '';
  return { store, posts, hash, page: join(posts, 'a.md') };
}

/** The log is written between the two looks at the file: here another program saves just then. */
const foreignSave = (path: string) => ({ owner, note: () => writeFile(path, 'Foreign.\n') });

test('what another program saves after the first look is not overwritten', async () => {
  const { store, hash, page, posts } = await openStore();
  const saved = store.save('posts/a.md', 'Mine.\n', hash, foreignSave(page));
  await expect(saved).rejects.toMatchObject({
    status: 412,
    code: 'changed',
    details: { current: { text: 'Foreign.\n' } },
  });
  expect(await readFile(page, 'utf8')).toBe('Foreign.\n');
  expect(await readdir(posts)).toEqual(['a.md']);
});

test('of two saves at once one waits, and then finds that the file was changed', async () => {
  const { store, hash, page } = await openStore();
  const noted: string[] = [];
  const both = Promise.withResolvers<void>();
  const save = (text: string) =>
    store.save('posts/a.md', text, hash, {
      owner,
      async note() {
        if (noted.push(text) === 2) both.resolve();
        // Long enough for the other save to come this far, if it did not wait.
        await Promise.race([both.promise, delay(500)]);
      },
    });
  const settled = await Promise.allSettled([save('One.\n'), save('Two.\n')]);
  expect(noted).toHaveLength(1);
  expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await readFile(page, 'utf8')).toBe(noted[0]);
});

test('a file that another program creates after the first look is not overwritten', async () => {
  const { store, posts } = await openStore();
  const saved = store.save('posts/b.md', 'Mine.\n', undefined, foreignSave(join(posts, 'b.md')));
  await expect(saved).rejects.toMatchObject({ status: 412, code: 'exists' });
  expect(await readFile(join(posts, 'b.md'), 'utf8')).toBe('Foreign.\n');
  expect((await readdir(posts)).sort()).toEqual(['a.md', 'b.md']);
});

test('a file that another program saves is not deleted', async () => {
  const { store, hash, page } = await openStore();
  await expect(store.remove('posts/a.md', hash, foreignSave(page))).rejects.toMatchObject({
    code: 'changed',
  });
  expect(await readFile(page, 'utf8')).toBe('Foreign.\n');
});

test('a file that another program saves is not lost by a rename with a redirect', async () => {
  const { store, page, posts } = await openStore();
  const move = { file: 'posts/a.md', to: 'posts/b.md', redirect: true };
  await expect(store.rename(move, foreignSave(page))).rejects.toMatchObject({ code: 'changed' });
  expect(await readFile(page, 'utf8')).toBe('Foreign.\n');
  expect(await readdir(posts)).toEqual(['a.md']);
});

test('a rename does not replace what another program creates', async () => {
  const { store, posts } = await openStore();
  for (const redirect of [true, false]) {
    const to = `posts/new-${redirect}.md`;
    const renamed = store.rename({ file: 'posts/a.md', to, redirect }, foreignSave(join(posts, '..', to)));
    await expect(renamed).rejects.toMatchObject({ status: 409, code: 'exists' });
    expect(await readFile(join(posts, '..', to), 'utf8')).toBe('Foreign.\n');
    expect(await readFile(join(posts, 'a.md'), 'utf8')).toBe('Before.\n');
  }
});

test('what cannot be written to the log is not done', async () => {
  const { store, hash, posts, page } = await openStore();
  const change = { owner, note: () => Promise.reject(new Error('no log')) };
  const attempts = [
    store.save('posts/a.md', 'Mine.\n', hash, change),
    store.save('posts/deep/b.md', 'Mine.\n', undefined, change),
    store.remove('posts/a.md', hash, change),
    store.rename({ file: 'posts/a.md', to: 'posts/b.md', redirect: true }, change),
  ];
  for (const attempt of await Promise.allSettled(attempts))
    expect(attempt).toMatchObject({ status: 'rejected' });
  expect(await readdir(posts)).toEqual(['a.md']);
  expect(await readFile(page, 'utf8')).toBe('Before.\n');
});

test('the temporary file of a process that was killed is removed by a later save', async () => {
  const { store, hash, posts } = await openStore();
  const [old, young] = ['.porchlight-0123456789abcdef.saving', '.porchlight-fedcba9876543210.saving'];
  for (const name of [old, young]) await writeFile(join(posts, name), 'Half');
  await utimes(join(posts, old), 1000, 1000);
  await store.save('posts/a.md', 'Mine.\n', hash, { owner, note: async () => {} });
  expect((await readdir(posts)).sort()).toEqual([young, 'a.md']);
});

test('renames over the same files in both directions at once come to an end', async () => {
  const { store } = await openStore();
  const change = { owner, note: async () => {} };
  const rename = (file: string, to: string) => store.rename({ file, to, redirect: false }, change);
  const settled = await Promise.allSettled([
    rename('posts/a.md', 'posts/b.md'),
    rename('posts/b.md', 'posts/a.md'),
    rename('posts/a.md', 'posts/b.md'),
  ]);
  expect(settled.some(({ status }) => status === 'fulfilled')).toBe(true);
});
