/** "Related" below an article. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestPages, type TestPages, type Who } from '../../tests/harness/server/test-pages.ts';

const page = (title: string, more = '', body = 'Text.') => `---\ntitle: ${title}\n${more}---\n\n${body}\n`;
/** Pages about other things, after each of which another one may stand: so those of the tests are no neighbors. */
const others = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `posts/${2 * index + 2}.other-${index}.md`,
    page(`Story ${'abcdefghijklmnopqrst'[index % 20]?.repeat(3 + Math.floor(index / 20))}`),
  ]),
);
/** The page of the tests is in a folder of its own: nothing else on it changes with the others. */
const files = {
  'diary/roses.md': page('Pruning roses', 'tags: [garden]\n', '## Sharp shears'),
  'posts/3.shears.md': page('Shears to buy', 'description: Which ones last.\n'),
  'posts/5.climbing.md': page('Climbing roses', 'date: 2026-02-03\n'),
  'posts/7.soil.md': page('Good soil', 'tags: [garden]\n'),
  ...others,
};

/** The pages that an article names. */
async function shown({ request }: TestPages, path: string, who: Who = 'stranger'): Promise<string[]> {
  const text = await (await request(who, path)).text();
  const list = /<h2 class="label">Related<\/h2>(.*?)<\/nav>/s.exec(text)?.[1] ?? '';
  return [...list.matchAll(/<li><a href="([^"]*)">/g)].map(([, href]) => href ?? '');
}

const inOrder = (paths: string[]) => [...paths].sort();

test('an article names three pages about the same, by words and tags', async () => {
  const site = await openTestPages(files, { search: true });
  const roses = async () => inOrder(await shown(site, '/diary/roses'));
  // A page that was rendered before they were known is rendered again.
  await expect.poll(roses).toEqual(['/posts/climbing', '/posts/shears', '/posts/soil']);
  const text = await site.getText('/diary/roses');
  expect(text).toContain('<p>Which ones last.</p>');
  expect(text).toContain('<p>February 3, 2026</p>');
  // Nothing has a word or tag of it.
  expect(await site.getText('/posts/other-0')).not.toContain('>Related<');
  const payload = await (await site.get('/diary/roses/_payload.json')).text();
  expect(payload).toContain('Which ones last.');
});

test('neither its neighbors nor the parts of its series, which are named beside it', async () => {
  const site = await openTestPages(
    {
      ...others,
      'posts/81.first.md': page('Roses in spring'),
      'posts/82.second.md': page('Roses in summer', 'series: Roses\npart: 1\n'),
      'posts/83.third.md': page('Roses in autumn'),
      'posts/85.fourth.md': page('Roses in winter', 'series: Roses\npart: 2\n'),
      'posts/87.fifth.md': page('Roses forever'),
    },
    { search: true },
  );
  await expect.poll(() => shown(site, '/posts/second')).toEqual(['/posts/fifth']);
});

test('none that the visitor may not know, at once when one of them is hidden', async () => {
  const hidden = {
    'posts/11.secret.md': page('Roses walrus', 'draft: true\n'),
    'posts/13.later.md': page('Roses walrus', 'publishAt: 2999-01-01\n'),
    'posts/15.over.md': page('Roses walrus', 'expires: 2020-01-01\n'),
    'posts/17.unlisted.md': page('Roses walrus', 'unlisted: true\n'),
    'posts/19.unnamed.md': page('Roses walrus', 'navigation: false\n'),
    'posts/shut/.navigation.yml': 'hide: true\n',
    'posts/shut/in.md': page('Pruning roses, sharp shears', 'tags: [garden]\n'),
    'members/roses.md': page('Roses for members'),
    'members/shears.md': page('Shears for members'),
    'about/x.md': page('Nothing else'),
    'about/y.md': page('Something else'),
  };
  const site = await openTestPages(
    { ...files, ...hidden },
    { search: true, guarded: ['/members/*'], content: { watch: true } },
  );
  for (const who of ['stranger', 'reader', 'owner'] as const)
    await expect
      .poll(async () => inOrder(await shown(site, '/diary/roses', who)))
      .toEqual(['/posts/climbing', '/posts/shears', '/posts/soil']);
  // A draft has related pages of its own, and they are no drafts.
  await expect.poll(async () => (await shown(site, '/posts/secret', 'owner')).length).toBeGreaterThan(0);
  expect(await (await site.request('owner', '/posts/secret')).text()).not.toContain('href="/posts/later"');
  await expect.poll(() => shown(site, '/members/roses', 'reader')).toContain('/posts/climbing');

  await site.changeBy(() =>
    site.save('posts/5.climbing.md', page('Climbing roses', 'date: 2026-02-03\ndraft: true\n')),
  );
  expect(await site.getText('/diary/roses')).not.toContain('limbing');
  await site.changeBy(() => site.save('posts/3.shears.md', page('Scissors')));
  expect(await site.getText('/diary/roses')).toContain('Scissors');
  await site.changeBy(() => rmSync(join(site.folder, 'posts/7.soil.md')));
  expect(await site.getText('/diary/roses')).not.toContain('/posts/soil');
  await site.changeBy(() => site.save('posts/5.climbing.md', page('Climbing roses')));
  expect(await shown(site, '/diary/roses')).toContain('/posts/climbing');
});

test('a new page is named by those that it is about the same as', async () => {
  const site = await openTestPages(files, { search: true, content: { watch: true } });
  await expect.poll(() => shown(site, '/posts/climbing')).toEqual(['/diary/roses']);
  site.save('posts/41.new.md', page('Roses that climb'));
  await expect
    .poll(async () => inOrder(await shown(site, '/posts/climbing')))
    .toEqual(['/diary/roses', '/posts/new']);
});

test('they are kept: the next start finds none again', async () => {
  const first = await openTestPages(files, { search: true });
  await expect.poll(() => shown(first, '/posts/climbing')).toEqual(['/diary/roses']);
  const { folder, cacheFolder } = first;
  const again = await openTestPages({}, { search: true, content: { folder, cacheFolder } });
  expect(await shown(again, '/posts/climbing')).toEqual(['/diary/roses']);
});

test('the author names others, by address or file name, or says that there are none', async () => {
  const chosen = 'related: [2.other-0.md, /posts/climbing, ../posts/soil, none, other-1]\n';
  const site = await openTestPages(
    {
      ...files,
      'diary/roses.md': page('Pruning roses', chosen),
      'posts/5.climbing.md': page('Climbing roses', 'related: false\n'),
      'posts/4.other-1.md': page('Hidden story', 'draft: true\n'),
      'posts/7.soil.md': page('Good soil', 'related:\n  - roses\n  - nowhere.md\n'),
      'posts/3.shears.md': page('Shears', 'related: 7\n'),
    },
    { search: true, content: { watch: true } },
  );
  const roses = () => shown(site, '/diary/roses');
  expect(await roses()).toEqual(['/posts/other-0', '/posts/climbing', '/posts/soil']);
  expect(await shown(site, '/posts/soil')).toEqual(['/diary/roses']);
  await site.indexed();
  expect(await shown(site, '/posts/climbing')).toEqual([]);
  expect((await site.get('/posts/shears')).status).toBe(200);
  expect(site.content.faults().map(({ message }) => message)).toEqual([
    expect.stringContaining('"related" must be false, a page like'),
  ]);
  const faults = await site.content.checkLinks({ isOther: () => false, siteLinks: [] });
  expect(faults.map(({ file, line, link }) => [file, line, link])).toEqual([
    ['diary/roses.md', 3, '[[none]]'],
    ['diary/roses.md', 3, '[[other-1]]'],
    ['posts/7.soil.md', 5, '[[nowhere.md]]'],
  ]);
  await roses();
  // One that comes, and one that is called something else.
  await site.changeBy(() => site.save('posts/none.md', page('There now')));
  expect(await roses()).toEqual(['/posts/other-0', '/posts/climbing', '/posts/soil', '/posts/none']);
  await site.changeBy(() => site.save('posts/7.soil.md', page('Better soil')));
  expect(await site.getText('/diary/roses')).toContain('Better soil');
});
