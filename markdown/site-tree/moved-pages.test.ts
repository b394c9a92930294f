import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';
import { audiences } from '../files/content-files.ts';
import type { Content, ContentChange } from '../open-content.ts';

const languages = ['de'];
const prefixes = ['', '/de'];
const lists = ['/tags/x', '/authors/ada', '/archive/2026', '/archive/2026/03'];

/** What each address shows of other pages, for every audience. */
function describePages(content: Content): Map<string, string> {
  const shown = new Map<string, string>();
  for (const audience of audiences) {
    const pages = content.visiblePages(audience);
    const addresses = [...folders.map((folder) => `/${folder}`), ...pages.pages().map(({ path }) => path)];
    for (const prefix of prefixes) {
      shown.set(`${audience} ${prefix || '/'}`, JSON.stringify(pages.latest(6, prefix)));
      shown.set(`${audience} ${prefix}/tags`, JSON.stringify(pages.tags(prefix)));
      shown.set(`${audience} ${prefix}/archive`, JSON.stringify(pages.archive(prefix)));
      for (const list of lists) {
        const path = prefix + list;
        shown.set(`${audience} ${path}`, JSON.stringify(pages.collectionAt(path, { page: 1, size: 100 })));
      }
    }
    for (const path of new Set(addresses)) {
      const facts = [
        pages.find(path),
        pages.localNavigation(path),
        pages.neighbours(path),
        pages.series(path),
        pages.authorsOf(path),
        pages.translations(path),
        pages.list(path, { page: 1, size: 100 }),
      ];
      shown.set(`${audience} ${path}`, JSON.stringify(facts));
    }
  }
  return shown;
}

/** A moved page is announced again once it is known where it is; that is not the change to wait for. */
const isClock = ({ paths, pages }: ContentChange) =>
  paths === 'all' || [...paths, ...pages].includes('/posts/clock');

/** Numbers that look random and are the same in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const folders = ['posts', 'posts/a', 'posts/b', 'posts/guarded', 'de/posts', 'de/posts/a'];
const isOpen = (path: string) => !path.startsWith('/posts/guarded');
const names = Array.from({ length: 40 }, (_, place) => `p${place}.md`);
const fields = [
  '',
  'navigation: false\n',
  'unlisted: true\n',
  'draft: true\n',
  'tags: [x]\n',
  'series: S\n',
  'authors: ada\n',
  'translationOf: /posts/a/p1\n',
];

test('a page that is saved, added, moved or deleted changes what a new start would show, and only the pages it names', async () => {
  const random = createRandom(7);
  const page = () =>
    `---\ntitle: T${random(1000)}\n${random(2) ? `date: 2026-0${1 + random(9)}-01\n` : ''}${fields[random(fields.length)]}---\nText ${random(1000)}.\n`;
  const files = Object.fromEntries(
    folders.flatMap((folder) => names.slice(0, 30).map((name) => [`${folder}/${name}`, page()])),
  );
  const { content, folder, save, changeBy } = await openTestContent(files, {
    isOpen,
    languages,
    watch: true,
  });
  const known = new Set(Object.keys(files));
  let precise = 0;

  for (let step = 0; step < 60; step += 1) {
    const before = describePages(content);
    const any = [...known][random(known.size)] ?? '';
    const free = `${folders[random(folders.length)]}/${names[random(names.length)]}`;
    const kind = random(4);
    const { pages, paths } = await changeBy(() => {
      // A change that is always seen, so that there is something to wait for.
      save('posts/clock.md', `---\ntitle: Clock ${step}\n---\n`);
      if (kind === 0) save(any, page());
      else if (kind === 1) {
        save(free, page());
        known.add(free);
      } else if (kind === 2) {
        rmSync(join(folder, any));
        known.delete(any);
      } else if (!known.has(free)) {
        renameSync(join(folder, any), join(folder, free));
        known.delete(any);
        known.add(free);
      }
    }, isClock);
    const after = describePages(content);
    const fresh = await openTestContent({}, { folder, isOpen, languages });
    expect(after).toEqual(describePages(fresh.content));
    if (paths === 'all') continue;
    precise += 1;
    for (const [key, shown] of after) {
      const path = key.slice(key.indexOf(' ') + 1);
      // Drafts are rendered for each visit.
      if (![...paths, ...pages].includes(path)) expect([key, shown]).toEqual([key, before.get(key)]);
    }
  }
  expect(precise).toBeGreaterThan(20);
});
