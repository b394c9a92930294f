import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openTestPages, siteUrl } from '../../tests/harness/server/test-pages.ts';
import { findCard } from './card.ts';
import { createDrawCard } from './draw-card.ts';
import { createToDrawable } from './drawable-text.ts';
import { unpackFonts } from './font-files.ts';

const page = (title: string, more = '') => `---\ntitle: ${JSON.stringify(title)}\n${more}---\n\nText.\n`;
const titles = {
  latin: 'Why small websites last',
  cyrillic: 'Почему маленькие сайты живут дольше',
  arabic: 'مرحبا بالعالم',
  cjk: '全文検索について',
  emoji: 'Winter 🎉 is here 👩🏽‍🚀',
  'only-emoji': '🎉🎉',
  long: 'A title that goes on and on. '.repeat(11).slice(0, 300).trim(),
  word: 'Supercalifragilisticexpialidocious'.repeat(9),
  script: '<script>alert("x")</script> & <span foreground="red">',
};
const files = {
  ...Object.fromEntries(
    Object.entries(titles).map(([name, title]) => [
      `posts/${name}.md`,
      page(title, 'date: 2026-01-02\ndescription: A description.\n'),
    ]),
  ),
  'posts/cover.md': page('Cover', 'image: https://elsewhere.test/cover.jpg\n'),
  'posts/secret.draft.md': page('Secret'),
  'posts/members/only.md': page('Members'),
};
const signIn = {
  login: '/login',
  callback: '/confirm',
  include: ['/posts/members/*'],
  exclude: [],
  flow: 'implicit' as const,
  cookieRedirect: true,
};

const imageOf = (html: string) => /property="og:image" content="([^"]*)"/.exec(html)?.[1];

describe('the picture of a page', () => {
  test.each(Object.keys(titles))('is drawn: %s', async (name) => {
    const { get, getText } = await openTestPages(files);
    const address = imageOf(await getText(`/posts/${name}`)) ?? '';
    expect(address).toMatch(new RegExp(`^${siteUrl}/og/[\\w-]{16}/posts/${name}\\.png$`));
    const response = await get(address.slice(siteUrl.length));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('cache-control')).toContain('immutable');
    const bytes = Buffer.from(await response.arrayBuffer());
    const { width, height, format } = await sharp(bytes).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'png']);
    expect(bytes.length).toBeLessThan(300_000);
  });

  test('is there for the front page, lists and the built-in pages', async () => {
    const { get, getText } = await openTestPages(files);
    for (const [path, name] of [
      ['/', '/index'],
      ['/posts', '/posts'],
      ['/about', '/about'],
      ['/baby-names', '/baby-names'],
      ['/running', '/running'],
    ] as const) {
      const address = imageOf(await getText(path)) ?? '';
      expect(address).toMatch(new RegExp(`/og/[\\w-]{16}${name}\\.png$`));
      expect((await get(address.slice(siteUrl.length))).status).toBe(200);
    }
  });

  test('is kept as a file, and drawn again when its words change', async () => {
    const { get, getText, save, changeBy, cacheFolder } = await openTestPages(files, {
      content: { watch: true },
    });
    const before = imageOf(await getText('/posts/latin')) ?? '';
    await get(before.slice(siteUrl.length));
    const hash = before.split('/')[4];
    expect(readdirSync(join(cacheFolder, 'og'))).toContain(`${hash}.png`);
    await changeBy(() => save('posts/latin.md', page('Another title')));
    const after = imageOf(await getText('/posts/latin')) ?? '';
    expect(after).not.toBe(before);
    const old = await get(before.slice(siteUrl.length));
    expect([old.status, old.headers.get('location')]).toEqual([302, after.slice(siteUrl.length)]);
  });

  test('is the one that the page names, where it names one', async () => {
    const { getText } = await openTestPages(files);
    expect(imageOf(await getText('/posts/cover'))).toBe('https://elsewhere.test/cover.jpg');
  });

  test('is not there for pages that a stranger may not know, and for no page', async () => {
    const { get } = await openTestPages(files, { site: { signIn } });
    for (const path of ['/posts/secret', '/posts/members/only', '/posts/none', '/a%20word%20of%20mine'])
      expect([path, (await get(`/og/0123456789abcdef${path}.png`)).status]).toEqual([path, 404]);
  });
});

describe('signs that no font has', () => {
  const unknownLetter = '\u{1e7e0}';
  const unknownSymbol = '\u{1faff}';

  async function open() {
    const { content, cacheFolder } = await openTestPages(files);
    const fonts = await unpackFonts(join(cacheFolder, 'fonts'));
    for (const fontfile of fonts.files) await sharp({ text: { text: 'a', fontfile } }).toBuffer();
    return { content, cacheFolder, fonts, toDrawable: createToDrawable(sharp, fonts) };
  }

  test('the font has Latin, Cyrillic and Greek', async () => {
    const { fonts } = await open();
    for (const letter of 'Az9éßŁőЖяёΩλ…“”–€ả')
      expect([letter, fonts.has(letter.codePointAt(0) ?? 0)]).toEqual([letter, true]);
    expect(fonts.has('中'.codePointAt(0) ?? 0)).toBe(false);
  });

  test('symbols are left out, and a text with an unknown letter is not drawn', async () => {
    const { toDrawable } = await open();
    expect(await toDrawable(titles.latin)).toBe(titles.latin);
    expect(await toDrawable(`Winter ${unknownSymbol}\ufe0f is here`)).toBe('Winter is here');
    expect(await toDrawable(`Winter ${unknownLetter} is here`)).toBeUndefined();
    expect(await toDrawable(unknownSymbol)).toBeUndefined();
    expect(await toDrawable('')).toBeUndefined();
  });

  test('the picture then has the name of the site alone', async () => {
    const { cacheFolder } = await open();
    const draw = await createDrawCard(join(cacheFolder, 'fonts'));
    const about = { siteName: 'Porchlight', language: 'en' };
    const unknown = await draw({
      ...about,
      title: unknownLetter,
      description: 'A description.',
      date: '2026-01-02',
    });
    expect(unknown.equals(await draw({ ...about, title: 'Porchlight' }))).toBe(true);
  });
});

test('the card of a page is made of what the site says', async () => {
  const { content } = await openTestPages(files);
  const site = { title: 'Site', description: 'About it.', language: 'en' };
  expect(findCard(content.visiblePages('public'), site, '/posts/latin')).toEqual({
    siteName: 'Site',
    language: 'en',
    title: titles.latin,
    description: 'A description.',
    date: '2026-01-02',
  });
});
