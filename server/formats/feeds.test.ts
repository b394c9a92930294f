import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, test } from 'vitest';
import { dotPicture } from '../../tests/harness/markdown/dot-picture.ts';
import { openTestPages, siteUrl } from '../../tests/harness/server/test-pages.ts';

const dated = (title: string, date: string, more = '', text = 'Text.') =>
  `---\ntitle: ${JSON.stringify(title)}\ndate: ${date}\n${more}---\n\n${text}\n`;

const text = `
## A heading

A [link](./second.md), a [fragment](#a-heading) and a [site link](/about). <script>alert(1)</script>

::::tabs
:::tab{label="One"}
First panel.
:::
::::

- [x] done
- [ ] open

\`\`\`js
const a = 1 < 2 && 3 > 2;
\`\`\`

![A picture](./dot.png)
`;

const files = {
  'posts/notes/first.md': dated(
    'First & <last>',
    '2026-01-02',
    'updated: 2026-03-04\ntags: [Winter, "a & b"]\n',
    text,
  ),
  'posts/notes/second.md': dated('Second', '2026-02-03', 'updated: 2026-02-03\ndescription: Of two.\n'),
  'posts/notes/dot.png': dotPicture,
  'posts/other/third.md': dated(
    'Third',
    '2026-01-01',
    'updated: 2026-01-01\ntags: [winter]\nredirectFrom: [/old/third, /old/3]\n',
  ),
  'posts/other/undated.md': '# Undated\n\nText.\n',
  'posts/other/by-ada.md': dated('By Ada', '2025-01-01', 'updated: 2025-01-01\nauthors: ada\n'),
  'authors.yml': 'ada:\n  name: Ada Lovelace\n',
  'about.md': '# About\n\nText.\n',
};

function parseXml(xml: string) {
  const faults: string[] = [];
  const onFault = (message: string) => faults.push(message);
  const document = new DOMParser({
    errorHandler: { warning: onFault, error: onFault, fatalError: onFault },
  }).parseFromString(xml, 'application/xml');
  expect(faults).toEqual([]);
  return document.documentElement;
}

type XmlElement = ReturnType<typeof parseXml>;

const children = (parent: XmlElement, name: string): XmlElement[] => {
  const found: XmlElement[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling)
    if (node.nodeName === name) found.push(node as XmlElement);
  return found;
};
const textOf = (parent: XmlElement, name: string) => children(parent, name)[0]?.textContent ?? undefined;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

describe('the Atom feed', () => {
  test('has what RFC 4287 requires', async () => {
    const { get } = await openTestPages(files);
    const response = await get('/feed.xml');
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const feed = parseXml(await response.text());
    expect(feed.namespaceURI).toBe('http://www.w3.org/2005/Atom');
    expect(textOf(feed, 'id')).toBe(`${siteUrl}/feed.xml`);
    expect(textOf(feed, 'title')).toBe('Porchlight');
    expect(textOf(feed, 'updated')).toBe('2026-03-04T00:00:00Z');
    expect(children(feed, 'author').map((author) => textOf(author, 'name'))).toEqual(['Porchlight']);
    const links = children(feed, 'link').map((link) => [link.getAttribute('rel'), link.getAttribute('href')]);
    expect(links).toEqual([
      ['self', `${siteUrl}/feed.xml`],
      ['alternate', `${siteUrl}/`],
    ]);
    const entries = children(feed, 'entry');
    expect(entries.map((entry) => textOf(entry, 'title'))).toEqual([
      'Second',
      'First & <last>',
      'Third',
      'By Ada',
    ]);
    expect(new Set(entries.map((entry) => textOf(entry, 'id'))).size).toBe(4);
    for (const entry of entries) {
      expect(textOf(entry, 'published')).toMatch(moment);
      expect(textOf(entry, 'updated')).toMatch(moment);
      expect(children(entry, 'link')[0]?.getAttribute('href')).toMatch(/^https:\/\/site\.test\/posts\//);
      expect(children(entry, 'content')[0]?.getAttribute('type')).toBe('html');
    }
    expect(children(entries[1] as XmlElement, 'category').map((one) => one.getAttribute('term'))).toEqual([
      'Winter',
      'a & b',
    ]);
  });

  test('has the whole text with absolute addresses, without scripts, forms and heading anchors', async () => {
    const { getText } = await openTestPages(files);
    const feed = parseXml(await getText('/feed.xml'));
    const html = textOf(children(feed, 'entry')[1] as XmlElement, 'content') ?? '';
    expect(html).not.toMatch(
      /<script|<input|<button|<form|<label|class=|heading-anchor|data-island|alert\(1\)/,
    );
    for (const [, address] of html.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^https:\/\//);
    expect(html).toContain('<h2 id="a-heading">A heading</h2>');
    expect(html).toContain(`<a href="${siteUrl}/posts/notes/second">link</a>`);
    expect(html).toContain(`<a href="${siteUrl}/posts/notes/first#a-heading">fragment</a>`);
    expect(html).toContain('<p><strong>One</strong></p>');
    expect(html).toContain('First panel.');
    expect(html).toContain('☑ done');
    expect(html).toContain('☐ open');
    expect(html).toContain('const a = 1 &lt; 2 &amp;&amp; 3 &gt; 2;');
    expect(html).toMatch(/<img src="https:\/\/site\.test\/pictures\/[^"]+\/dot\.png"/);
  });

  test('names a page by its first address and its date, whatever is edited', async () => {
    const { content, getText, save, changeBy } = await openTestPages(files, { content: { watch: true } });
    const ids = async () =>
      children(parseXml(await getText('/feed.xml')), 'entry').map((entry) => textOf(entry, 'id'));
    const before = await ids();
    expect(before).toEqual([
      'tag:site.test,2026-02-03:/posts/notes/second',
      'tag:site.test,2026-01-02:/posts/notes/first',
      'tag:site.test,2026-01-01:/old/third',
      'tag:site.test,2025-01-01:/posts/other/by-ada',
    ]);
    await changeBy(() =>
      save(
        'posts/notes/second.md',
        dated('Another title', '2026-02-03', 'updated: 2026-05-06\n', 'New words.'),
      ),
    );
    expect(content.revision).toBeGreaterThan(1);
    expect(await ids()).toEqual(before);
    const feed = parseXml(await getText('/feed.xml'));
    expect(textOf(feed, 'updated')).toBe('2026-05-06T00:00:00Z');
    expect(textOf(children(feed, 'entry')[0] as XmlElement, 'content')).toContain('New words.');
  });

  test('of a body alone is new in the moment of the change', async () => {
    const { getText, save, changeBy } = await openTestPages(files, { content: { watch: true } });
    for (const path of ['/feed.xml', '/posts/notes/feed.json', '/posts/notes/second.md', '/llms.txt'])
      await getText(path);
    await changeBy(() =>
      save('posts/notes/second.md', dated('Second', '2026-02-03', 'updated: 2026-02-03\n', 'Only the body.')),
    );
    for (const path of ['/feed.xml', '/posts/notes/feed.json', '/posts/notes/second.md'])
      expect(await getText(path)).toContain('Only the body.');
  });

  test('answers 304 to its ETag, and has at most 30 entries', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, day) => [
        `posts/p${day}.md`,
        dated(`P${day}`, `2026-01-${String((day % 28) + 1).padStart(2, '0')}`),
      ]),
    );
    const { get, pages } = await openTestPages(many);
    const response = await get('/feed.xml');
    const etag = response.headers.get('etag') ?? '';
    expect(children(parseXml(await response.text()), 'entry')).toHaveLength(30);
    expect((await get('/feed.xml', { 'if-none-match': etag })).status).toBe(304);
    const parts = { method: 'GET', url: '/feed.xml', acceptEncoding: undefined, ifNoneMatch: etag };
    expect(pages.findPrepared(parts)?.status).toBe(304);
  });

  test('has no sign that XML forbids', async () => {
    const { getText } = await openTestPages({
      'posts/a.md': dated('A \u0001 sign', '2026-01-01', '', 'B\u0008 and \uffff.'),
    });
    const feed = parseXml(await getText('/feed.xml'));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    expect(feed.textContent).not.toMatch(/[\u0000-\u0008\uffff]/);
  });

  test('leaves out what is hidden from lists', async () => {
    const { getText } = await openTestPages({
      'posts/a.md': dated('A', '2026-01-01'),
      'posts/b.md': dated('Hidden', '2026-01-01', 'navigation: false\n'),
      'posts/hidden/.navigation.yml': 'hide: true\n',
      'posts/hidden/deep/c.md': dated('Hidden', '2026-01-01'),
    });
    expect(await getText('/feed.xml')).not.toContain('Hidden');
    expect(await getText('/llms.txt')).not.toContain('Hidden');
  });

  test('of the site leaves out a folder with `latest: false`, which has its own', async () => {
    const { getText } = await openTestPages({
      'posts/a.md': dated('A', '2026-01-01'),
      'posts/guide/.navigation.yml': 'latest: false\n',
      'posts/guide/deep/b.md': dated('Manual', '2026-01-01'),
    });
    expect(await getText('/feed.xml')).not.toContain('Manual');
    expect(await getText('/posts/guide/feed.xml')).toContain('Manual');
    expect(await getText('/llms.txt')).toContain('Manual');
  });

  test('of a site without dates is empty and never changed', async () => {
    const { getText } = await openTestPages({ 'posts/a.md': '# A\n\nText.\n' });
    const feed = parseXml(await getText('/feed.xml'));
    expect(textOf(feed, 'updated')).toBe('1970-01-01T00:00:00Z');
    expect(children(feed, 'entry')).toEqual([]);
  });
});

test('the RSS feed has what RSS 2.0 requires', async () => {
  const { get } = await openTestPages(files);
  const response = await get('/rss.xml');
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  const rss = parseXml(await response.text());
  expect([rss.nodeName, rss.getAttribute('version')]).toEqual(['rss', '2.0']);
  const channel = children(rss, 'channel')[0] as XmlElement;
  for (const name of ['title', 'link', 'description']) expect(textOf(channel, name)).toBeTruthy();
  const items = children(channel, 'item');
  expect(items.map((item) => textOf(item, 'title'))).toEqual(['Second', 'First & <last>', 'Third', 'By Ada']);
  for (const item of items) {
    expect(children(item, 'guid')[0]?.getAttribute('isPermaLink')).toBe('false');
    expect(textOf(item, 'pubDate')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/);
    expect(textOf(item, 'content:encoded')).toContain('<p>');
  }
});

test('the JSON feed has what version 1.1 requires', async () => {
  const { get } = await openTestPages(files);
  const response = await get('/feed.json');
  expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
  const feed = (await response.json()) as { items: Record<string, unknown>[] };
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Porchlight',
    home_page_url: `${siteUrl}/`,
    feed_url: `${siteUrl}/feed.json`,
  });
  expect(feed.items).toHaveLength(4);
  for (const item of feed.items) {
    for (const name of ['id', 'url', 'title', 'content_html']) expect(item[name]).toBeTypeOf('string');
    for (const name of ['date_published', 'date_modified']) expect(item[name]).toMatch(moment);
  }
  expect(feed.items[0]).toMatchObject({ summary: 'Of two.' });
});

describe('a feed of a part of the site', () => {
  const titles = async (path: string) => {
    const { getText } = await openTestPages(files);
    const feed = JSON.parse(await getText(path)) as { title: string; items: { title: string }[] };
    return [feed.title, ...feed.items.map(({ title }) => title)];
  };
  test('has the pages of a folder', async () =>
    expect(await titles('/posts/notes/feed.json')).toEqual([
      'Notes · Porchlight',
      'Second',
      'First & <last>',
    ]));
  test('has the pages of a tag, in all its spellings', async () =>
    expect(await titles('/tags/winter/feed.json')).toEqual([
      'Winter · Porchlight',
      'First & <last>',
      'Third',
    ]));
  test('has the pages of an author, with the name', async () => {
    expect(await titles('/authors/ada/feed.json')).toEqual(['Ada Lovelace · Porchlight', 'By Ada']);
    const { getText } = await openTestPages(files);
    expect(await getText('/authors/ada/feed.xml')).toContain(
      '<author><name>Ada Lovelace</name></author><published>',
    );
    expect(await getText('/authors/ada/rss.xml')).toContain('<dc:creator>Ada Lovelace</dc:creator>');
    expect(await getText('/authors/ada/feed.json')).toContain('"authors":[{"name":"Ada Lovelace"}]}');
  });
  test('is named by the page of the tag and of the author', async () => {
    const { get, getText } = await openTestPages(files);
    for (const path of ['/tags/winter', '/authors/ada']) {
      const feeds = [
        ...(await getText(path)).matchAll(/rel="alternate" type="application[^"]*" href="([^"]*)"/g),
      ];
      expect(feeds.map(([, href]) => href)).toEqual([
        `${path}/feed.xml`,
        `${path}/rss.xml`,
        `${path}/feed.json`,
      ]);
      for (const [, href = ''] of feeds) expect((await get(href)).status).toBe(200);
    }
    expect(await getText('/archive/2026')).not.toContain('feed.xml');
  });
  test.each([
    '/tags/none/feed.xml',
    '/posts/notes/first/feed.xml',
    '/nowhere/rss.xml',
  ])('is not at %s', async (path) => {
    const { get } = await openTestPages(files);
    expect((await get(path)).status).toBe(404);
  });
});
