import { mkdirSync, rmSync, type watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTestFolder } from '../../tests/harness/markdown/test-content.ts';
import { createFolderWatch, type FolderWatchOptions } from './watch-folders.ts';

/** Opens a watch on a folder and returns one batch of paths after the other. */
function openWatch(base: string, options: Partial<FolderWatchOptions> = {}) {
  const log: string[] = [];
  const seen = new Set<string>();
  let notify = () => {};
  const folders = createFolderWatch({
    base,
    log: ({ message }) => log.push(message),
    onPaths(paths) {
      for (const path of paths) seen.add(path);
      notify();
    },
    ...options,
  });
  onTestFinished(() => folders.close());
  async function waitFor(path: string): Promise<void> {
    while (!seen.has(path))
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
    seen.clear();
  }
  return { folders, log, waitFor };
}

const outOfWatches = (() => {
  throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
}) as unknown as typeof watch;

test('reports files by their path in the content folder', async () => {
  const base = join(createTestFolder({ 'a.md': '1', 'posts/b.md': '1' }), 'content');
  const { folders, waitFor } = openWatch(base);
  folders.add('');
  folders.add('posts');
  writeFileSync(join(base, 'posts/b.md'), '2');
  await waitFor('posts/b.md');
  writeFileSync(join(base, 'c.md'), '2');
  await waitFor('c.md');
});

test('where the system cannot watch, the folder is polled instead, and the log says why', async () => {
  const base = join(createTestFolder({ 'a.md': '1', 'posts/b.md': '1' }), 'content');
  const { folders, log, waitFor } = openWatch(base, { watchFolder: outOfWatches });
  folders.add('');
  folders.add('posts');
  expect(log).toEqual([
    'The content folder cannot be watched: the system has no watches left (fs.inotify.max_user_watches). It is looked at once a second instead.',
  ]);
  await waitFor('');
  writeFileSync(join(base, 'posts/b.md'), 'changed');
  await waitFor('posts/b.md');
  mkdirSync(join(base, 'new'));
  await waitFor('');
  rmSync(join(base, 'a.md'));
  await waitFor('a.md');
});
