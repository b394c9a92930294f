import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';

/** Sixty words that no other page has. */
const text = (name: string) =>
  `---\ntitle: ${name}\n---\n\n${Array.from({ length: 60 }, (_, index) => `${name}${index}`).join(' ')}\n`;

async function open(files: Record<string, string>) {
  const opened = await openTestContent(files, { watch: true });
  await opened.content.indexPages();
  return opened;
}

test('a renamed page proposes its redirect, until there is one', async () => {
  const { content, folder, save, log } = await open({
    'posts/old.md': text('a'),
    'posts/other.md': text('b'),
  });
  renameSync(join(folder, 'posts/old.md'), join(folder, 'posts/new.md'));
  await expect.poll(() => content.proposedRedirects()).toEqual([{ from: '/posts/old', to: '/posts/new' }]);
  expect(log).toContain(
    'info: A page has a new address. To keep the old one, add to redirects.yml:\n/posts/old: /posts/new',
  );
  save('redirects.yml', '/posts/old: /posts/new\n');
  await expect.poll(() => content.proposedRedirects()).toEqual([]);
});

test('a page that was moved and changed a little proposes it too, one with another text does not', async () => {
  const { content, folder, save } = await open({ 'posts/a.md': text('a'), 'posts/b.md': text('b') });
  rmSync(join(folder, 'posts/a.md'));
  rmSync(join(folder, 'posts/b.md'));
  save('posts/far/a-moved.md', text('a').replace('a30 ', 'changed '));
  save('posts/c.md', text('c'));
  await expect
    .poll(() => content.proposedRedirects())
    .toEqual([{ from: '/posts/a', to: '/posts/far/a-moved' }]);
});

test.each([
  ['only its number changes', 'posts/1.a.md', 'posts/2.a.md'],
  ['it was a draft', 'posts/a.draft.md', 'posts/b.md'],
  ['it becomes a draft', 'posts/a.md', 'posts/b.draft.md'],
])('nothing is proposed when %s', async (_case, before, after) => {
  const { content, folder, save } = await open({ [before]: text('a'), 'posts/last.md': text('z') });
  renameSync(join(folder, before), join(folder, after));
  // A change that proposes something shows that the one before was looked at.
  renameSync(join(folder, 'posts/last.md'), join(folder, 'posts/end.md'));
  save('posts/other.md', text('other'));
  await expect.poll(() => content.proposedRedirects()).toEqual([{ from: '/posts/last', to: '/posts/end' }]);
});

test(
  'a hundred files renamed by git checkout give a hundred proposals, none wrong',
  { timeout: 60_000 },
  async () => {
    const names = Array.from({ length: 100 }, (_, index) => `n${index}`);
    const files = Object.fromEntries(names.map((name) => [`posts/${name}.md`, text(name)]));
    const { content, folder } = await open(files);
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
    const git = (...args: string[]) =>
      execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'before');
    git('branch', 'before');
    for (const name of names) git('mv', `posts/${name}.md`, `posts/moved-${name}.md`);
    git('commit', '-qam', 'after');
    git('branch', 'after');
    // The first renames were one by one.
    git('checkout', '-q', 'before');
    await expect
      .poll(() => content.visiblePages('reader').find('/posts/n99')?.kind, { timeout: 20_000 })
      .toBe('page');
    await expect.poll(() => content.proposedRedirects(), { timeout: 20_000 }).toEqual([]);
    git('checkout', '-q', 'after');
    await expect.poll(() => content.proposedRedirects().length, { timeout: 20_000 }).toBe(100);
    for (const { from, to } of content.proposedRedirects()) expect(to).toBe(from.replace('/n', '/moved-n'));
  },
);
