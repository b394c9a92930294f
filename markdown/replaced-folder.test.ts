import { cpSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestFolder, type Files, openTestContent } from '../tests/harness/markdown/test-content.ts';
import type { Content } from './open-content.ts';

const page = (title: string, text = 'Text.') => `---\ntitle: ${title}\n---\n${text}\n`;
const oldFiles = {
  'index.md': page('Old'),
  'posts/a.md': page('Old A', 'Old.'),
  'posts/old.md': page('Old only'),
};
const newFiles = {
  'index.md': page('New'),
  'posts/a.md': page('New A', 'New.'),
  'posts/new.md': page('New only'),
};

/** A folder with the new files, ready to replace the old one. */
const createNext = (files: Files = newFiles) => join(createTestFolder(files), 'content');

function switchLink(link: string, target: string): void {
  symlinkSync(target, `${link}.next`);
  renameSync(`${link}.next`, link);
}

const replacements: [string, (folder: string) => void][] = [
  [
    'mv content old && mv new content',
    (folder) => {
      const next = createNext();
      renameSync(folder, `${folder}-old`);
      renameSync(next, folder);
    },
  ],
  [
    'rm -rf content && cp -r new content',
    (folder) => {
      const next = createNext();
      rmSync(folder, { recursive: true });
      cpSync(next, folder, { recursive: true });
    },
  ],
  [
    'rm -rf content && cp -a new content, with the times of the files',
    (folder) => {
      const next = createNext();
      rmSync(folder, { recursive: true });
      cpSync(next, folder, { recursive: true, preserveTimestamps: true });
    },
  ],
];

const titles = (content: Content) =>
  content
    .visiblePages('reader')
    .latest(9)
    .pages.map(({ title }) => title);

async function expectNew(content: Content): Promise<void> {
  expect(await content.visiblePages('reader').readArticle('/posts/a')).toMatchObject({
    title: 'New A',
    body: { html: '<p>New.</p>' },
  });
  expect(content.visiblePages('reader').find('/posts/old')).toBeUndefined();
  expect(content.visiblePages('reader').find('/posts/new')).toBeDefined();
  expect(titles(content)).toEqual(['New A', 'New only']);
}

describe.each(replacements)('after %s', (_name, replace) => {
  test('the next request gets the new page and lists', async () => {
    const { content, folder } = await openTestContent(oldFiles, { watch: true });
    await content.visiblePages('reader').readArticle('/posts/a');
    replace(folder);
    await expectNew(content);
  });

  test('the replacement is noticed without a request, as a whole, and later saves are noticed', async () => {
    const { content, folder, save, changeBy } = await openTestContent(oldFiles, { watch: true });
    const seen: string[][] = [];
    content.onChange(() => seen.push(titles(content)));
    await changeBy(() => replace(folder));
    expect(seen).toEqual([['New A', 'New only']]);
    await changeBy(() => save('posts/new.md', page('Newer')));
    expect(titles(content)).toEqual(['New A', 'Newer']);
  });
});

describe.each(['the content folder', 'a folder above it'] as const)('a link at %s', (place) => {
  test('is switched to a new release', async () => {
    const isItself = place === 'the content folder';
    const toRelease = (files: Files) => (isItself ? createNext(files) : dirname(createNext(files)));
    const link = join(createTestFolder({}), 'current');
    symlinkSync(toRelease(oldFiles), link);
    const folder = isItself ? link : join(link, 'content');
    const { content, save, changeBy } = await openTestContent({}, { folder, watch: true });
    expect(titles(content)).toEqual(['Old A', 'Old only']);
    await changeBy(() => switchLink(link, toRelease(newFiles)));
    await expectNew(content);
    await changeBy(() => save('posts/new.md', page('Newer')));
    expect(titles(content)).toEqual(['New A', 'Newer']);
  });
});

test('a folder inside is replaced, and files saved in the new one are noticed', async () => {
  const { content, folder, save, changeBy } = await openTestContent(oldFiles, { watch: true });
  await changeBy(() => {
    const next = createNext();
    renameSync(join(folder, 'posts'), `${folder}-old-posts`);
    renameSync(join(next, 'posts'), join(folder, 'posts'));
  });
  expect(titles(content)).toEqual(['New A', 'New only']);
  await changeBy(() => save('posts/new.md', page('Newer')));
  expect(titles(content)).toEqual(['New A', 'Newer']);
});

test('a link inside is switched to another folder inside', async () => {
  const files = { 'one/a.md': page('One'), 'two/a.md': page('Two') };
  const folder = createNext(files);
  symlinkSync('one', join(folder, 'posts'));
  const { content, changeBy } = await openTestContent({}, { folder, watch: true });
  expect(titles(content)).toEqual(['One']);
  await changeBy(() => switchLink(join(folder, 'posts'), 'two'));
  expect(titles(content)).toEqual(['Two']);
});

test('errors in the new folder are logged like those of the first one', async () => {
  const { content, folder, log, changeBy } = await openTestContent(oldFiles, { watch: true });
  const broken = { 'posts/a.md': '---\ntitle: [\n---\n', 'posts/b.md': page('B', '[gone](c.md)') };
  const next = createNext(broken);
  await changeBy(() => {
    renameSync(folder, `${folder}-old`);
    renameSync(next, folder);
  });
  await content.visiblePages('reader').readArticle('/posts/b');
  expect(log).toEqual([
    expect.stringContaining('warn: posts/a.md'),
    `info: The content folder ${folder} was replaced: its pages are read again.`,
    'warn: posts/b.md:4: The link c.md leads to a file that is not there',
  ]);
});

test('a folder that is moved away is logged as gone, and is read again when it is back', async () => {
  const { content, folder, log, changeBy } = await openTestContent(oldFiles, { watch: true });
  renameSync(folder, `${folder}-old`);
  await expect
    .poll(() => log)
    .toEqual([`warn: The content folder ${folder} is gone. It is read again when it is back.`]);
  expect(titles(content)).toEqual(['Old A', 'Old only']);
  await changeBy(() => renameSync(`${folder}-old`, folder));
  expect(await content.visiblePages('reader').readArticle('/posts/a')).toMatchObject({
    title: 'Old A',
    body: { html: '<p>Old.</p>' },
  });
});
