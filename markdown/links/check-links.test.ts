import { expect, test } from 'vitest';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';
import { describeLinkFault } from './check-links.ts';

const page = (body: string, more = '') => `---\ntitle: A page\n${more}---\n\n${body}\n`;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';

const others = {
  'posts/roses.md': page('## When to cut\n\n### Far back\n\nText.'),
  'posts/2.garden/1.tools.md': page('Text.'),
  'posts/draft.draft.md': page('[x](/posts/nowhere)'),
  'posts/expired.md': page('Text.', 'expires: 2020-01-01\n'),
  'posts/hidden.md': page('Text.', 'unlisted: true\n'),
  'posts/cover.svg': svg,
  'files/deep/photo.svg': svg,
  'posts/notes.pdf': 'x',
  'redirects.yml': '/old: /posts/roses\n/gone/*: /posts/roses\n',
};

async function check(
  files: Record<string, string>,
  siteLinks: { file: string; line: number; link: string }[] = [],
) {
  const { content } = await openTestContent({ ...others, ...files });
  const faults = await content.checkLinks({
    isOther: (path) => path === '/' || path === '/account',
    siteLinks,
  });
  return faults.map(describeLinkFault);
}

const checkBody = (body: string) => check({ 'posts/a.md': page(body) });

test.each([
  '[x](/posts/roses) [x](/posts/roses/) [x](/posts/roses?a=b#when-to-cut)',
  '[x](roses.md#far-back) [x](./roses.md) [x](roses) [x](2.garden/1.tools.md) [x](/posts/2.garden/1.tools.md)',
  '[x](/posts/garden) [x](/posts) [x](/posts/hidden) [x](/) [x](/account#any)',
  '[x](/old) [x](/gone/at/all)',
  '## Part\n\n[x](#part) <span id="mine">x</span> [y](#mine)',
  '![x](cover.svg) ![x](/posts/cover.svg) [x](cover.svg)',
  '![[cover.svg]] ![[/posts/cover.svg]] ![[deep/photo.svg|300]] ![[Photo.svg]] [[photo.svg]] [[photo.svg|x]]',
  '[x](https://example.com/none) [x](mailto:a@example.com) [x](tel:+1) ![x](https://example.com/a.png)',
  '[^1]\n\n[^1]: A note.',
])('leads somewhere: %s', async (body) => expect(await checkBody(body)).toEqual([]));

test.each([
  ['[x](/posts/rozes)', '/posts/rozes: no page has this address: did you mean /posts/roses?'],
  ['[x](/garden/tools)', '/garden/tools: no page has this address: did you mean /posts/garden/tools?'],
  ['[x](/nothing/like/it)', '/nothing/like/it: no page has this address'],
  ['[x](rozes.md)', 'rozes.md: there is no such file: did you mean roses.md?'],
  ['[x](rozes)', 'rozes: no page has this address: did you mean /posts/roses?'],
  [
    '[x](/posts/roses#when-to-cat)',
    '/posts/roses#when-to-cat: the page has no heading #when-to-cat: did you mean #when-to-cut?',
  ],
  ['[x](roses.md#zzz)', 'roses.md#zzz: the page has no heading #zzz'],
  ['## Part\n\n[x](#parts)', '#parts: the page has no heading #parts: did you mean #part?', 7],
  ['![x](covr.svg)', 'covr.svg: there is no such picture: did you mean cover.svg?'],
  ['[x](covr.svg)', 'covr.svg: there is no such picture: did you mean cover.svg?'],
  ['![[covr.svg]]', '[[covr.svg]]: there is no such picture: did you mean cover.svg?'],
  ['[[covr.svg]]', '[[covr.svg]]: there is no such picture: did you mean cover.svg?'],
  ['[x](notes.pdf)', 'notes.pdf: only pages and pictures have an address'],
  ['[x](/posts/draft)', '/posts/draft: the page is not published'],
  ['[x](/posts/expired)', '/posts/expired: the page has expired'],
  ['<a href="/posts/none-at-all">x</a>', '/posts/none-at-all: no page has this address'],
  ['Text.\n\n- [x](/posts/rozes)', '/posts/rozes: no page has this address: did you mean /posts/roses?', 7],
])('leads nowhere: %s', async (body, expected, line = 5) => {
  expect(await checkBody(body)).toEqual([`posts/a.md:${line}: ${expected}`]);
});

test('the picture of a page, the targets of redirects and the links of menus are checked too', async () => {
  const files = {
    'posts/a.md': page('Text.', 'image: ./none.png\n'),
    'redirects.yml': '# old\n/x: /posts/rozes\n/y/*: /posts/:splat\n/z: https://example.com\n',
  };
  expect(await check(files, [{ file: 'site.config.ts', line: 9, link: '/posts/guide' }])).toEqual([
    'posts/a.md:1: ./none.png: there is no such picture',
    'redirects.yml:2: /posts/rozes: no page has this address: did you mean /posts/roses?',
    'site.config.ts:9: /posts/guide: no page has this address',
  ]);
});

test('of a thousand pages with fifty faults exactly these are found, also from the cache', async () => {
  const files: Record<string, string> = {};
  for (let index = 0; index < 1000; index += 1) {
    const links = `[a](/posts/p${(index + 1) % 1000}) [b](p${(index + 7) % 1000}.md#part) [c](#part)`;
    const fault = index % 20 === 0 ? `\n\n[d](/posts/p${index}-gone)` : '';
    files[`posts/p${index}.md`] = page(`## Part\n\n${links}${fault}`);
  }
  const first = await openTestContent(files);
  const request = { isOther: () => false, siteLinks: [] };
  const faults = await first.content.checkLinks(request);
  expect(faults.map(({ file, line }) => `${file}:${line}`)).toHaveLength(50);
  expect(faults.every(({ link, line }) => link.endsWith('-gone') && line === 9)).toBe(true);
  await first.content.close();
  const again = await openTestContent({}, { folder: first.folder, cacheFolder: first.cacheFolder });
  expect(await again.content.checkLinks(request)).toEqual(faults);
});
