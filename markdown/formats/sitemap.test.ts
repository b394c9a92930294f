import { expect, test } from 'vitest';
import { countSitemaps, type SitemapEntry, sitemapPart, writeSitemap, writeSitemapIndex } from './sitemap.ts';

const toUrl = (path: string) => `https://site.test${path}`;

const createEntries = (count: number): SitemapEntry[] =>
  Array.from({ length: count }, (_, index) => ({ path: `/posts/page-${index}`, updated: '2026-01-01' }));

function writeAll(entries: SitemapEntry[]): string[] {
  const count = countSitemaps(entries.length);
  const parts = Array.from({ length: count }, (_, part) =>
    writeSitemap(sitemapPart(entries, part + 1, count), toUrl),
  );
  return [writeSitemapIndex(entries, count, toUrl), ...parts];
}

test.each([
  [1, 1],
  [10_000, 1],
  [10_001, 2],
  [60_000, 6],
])('%i addresses are in %i files', (addresses, files) => expect(countSitemaps(addresses)).toBe(files));

test('60,000 pages are in six files of even size and an index, each address once', () => {
  const [index = '', ...files] = writeAll(createEntries(60_000));
  expect(files).toHaveLength(6);
  expect(index.match(/<loc>/g)).toHaveLength(6);
  const addresses = files.flatMap((file) => [...file.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc));
  expect(new Set(addresses).size).toBe(60_000);
  expect(addresses).toHaveLength(60_000);
  for (const file of files) {
    expect(file.length).toBeLessThan(50_000_000);
    expect(file.match(/<loc>/g)?.length).toBeLessThan(15_000);
  }
});

test('a new page changes its own file and the index', () => {
  const entries = createEntries(60_000);
  const before = writeAll(entries);
  const after = writeAll([...entries, { path: '/posts/new', updated: '2026-02-02' }]);
  expect(after.filter((file, at) => file !== before[at])).toHaveLength(2);
});
