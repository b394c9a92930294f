import { describe, expect, test } from 'vitest';
import { describeFaults, parsePageMetadata } from './parse-metadata.ts';

function parse(text: string) {
  return parsePageMetadata(text, 'My file').metadata;
}

function faultsOf(text: string) {
  return describeFaults('posts/a.md', parsePageMetadata(text, 'My file').faults);
}

const withHead = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\nText.\n`;

describe('the title', () => {
  test.each([
    ['is the one in the frontmatter', '---\ntitle: Given\n---\n# Heading\n', 'Given'],
    ['is else the first heading', 'Text.\n\n# The *big* [day](x.md) `now` #\n', 'The big day now'],
    ['is not a comment in code', '```sh\n# not this\n```\n\n# This\n', 'This'],
    ['is not a smaller heading', '## Part\n', 'My file'],
    ['is else the name of the file', 'Just text.\n', 'My file'],
    ['is not hidden text', '%%\n# secret\n%%\n\n<!--\n# secret\n-->\n\n# This %%secret%%', 'This'],
    ['has no marks of other systems', '# A ==b== [c]{.d} {{< e >}} [[f|g]] {#h}', 'A b c g'],
    ['keeps a colon in quotes', withHead('title: "One: two"'), 'One: two'],
  ])('%s', (_rule, text, title) => {
    expect(parse(text)).toMatchObject({ title });
  });
});

test('every field is read', () => {
  const text = withHead(
    'title: A title',
    'description: A sentence.',
    'date: 2026-11-15',
    'updated: 2026-11-16',
    'tags: [garden, winter]',
    'series: A shed',
    'part: 2',
    'authors: ada',
    'image: { src: ./cover.jpg, alt: A garden }',
    'draft: true',
    'publishAt: 2026-11-15 08:00',
    'expires: 2027-01-01',
    'unlisted: true',
    'redirectFrom: /posts/old',
    'navigation: { title: Short }',
    'showViews: false',
    'head:',
    '  title: Tab',
    '  robots: noindex',
  );
  expect(parse(text)).toEqual({
    title: 'A title',
    navigationTitle: 'Short',
    description: 'A sentence.',
    date: '2026-11-15',
    updated: '2026-11-16',
    tags: ['garden', 'winter'],
    series: 'A shed',
    part: 2,
    authors: ['ada'],
    image: { src: './cover.jpg', alt: 'A garden' },
    draft: true,
    publishAt: Date.UTC(2026, 10, 15, 8),
    expires: Date.UTC(2027, 0, 1),
    unlisted: true,
    redirectFrom: ['/posts/old'],
    backlinks: true,
    edit: true,
    listed: false,
    showViews: false,
    head: { title: 'Tab', robots: 'noindex' },
  });
});

test('frontmatter that has only comments says nothing, and has no fault', () => {
  expect(parse('---\n# title: later\n\n---\n# Heading\n')).toMatchObject({ title: 'Heading' });
  expect(faultsOf('---\n# title: later\n\n---\n# Heading\n')).toBe('');
});

test('frontmatter with Windows line ends is read', () => {
  expect(parse('---\r\ntitle: Here\r\n---\r\nText\r\n')).toMatchObject({ title: 'Here' });
});

test.each([
  [
    withHead('title: x', 'date: tomorrow'),
    'posts/a.md:3: "date" must be a day like 2026-11-15, got "tomorrow"',
  ],
  [withHead('date: 2026-02-30'), 'posts/a.md:2: "date" must be a day like 2026-11-15, got "2026-02-30"'],
  [withHead('title: true'), 'posts/a.md:2: "title" must be text, got true: put it in quotes'],
  [withHead('tags:', '  - a', '  - [b]'), 'posts/a.md:4: "tags[1]" must be text, got ["b"]'],
  [
    withHead('draft: yes'),
    'posts/a.md:2: "draft" must be true or false, got "yes"; the page stays hidden until then',
  ],
  [
    withHead('publishAt: soon'),
    'posts/a.md:2: "publishAt" must be a moment like 2026-11-15 08:00, got "soon"; the page stays hidden until then',
  ],
  [
    withHead('redirectFrom: //evil.example'),
    'posts/a.md:2: "redirectFrom" must begin with one slash, like /posts/old-name, got "//evil.example"',
  ],
  [withHead('titel: x'), 'posts/a.md:2: "titel" is not a field: did you mean "title"?'],
  [withHead('head:', '  robot: x'), 'posts/a.md:3: "head.robot" is not a field: remove it'],
  [
    withHead('title: a: b'),
    'posts/a.md:2: is not valid YAML (bad indentation of a mapping entry); a value that holds ": " or " #", or begins with one of @ ` * & ! % [ {, needs quotes',
  ],
  [withHead('- a', '- b'), 'posts/a.md:2: must be lines like "title: My page"'],
  [
    '---\ntitle: half',
    'posts/a.md:1: the frontmatter that begins here has no end: add a line with --- below it (a line across the page is ***)',
  ],
  ['', 'posts/a.md is empty: write something, or delete the file'],
  [
    withHead('date: x', 'colour: red', 'draft: 1'),
    [
      'posts/a.md:2: "date" must be a day like 2026-11-15, got "x"',
      'posts/a.md:4: "draft" must be true or false, got 1; the page stays hidden until then',
    ].join('\n'),
  ],
])('%j names every fault with its line and what to do', (text, problem) => {
  expect(faultsOf(text)).toBe(problem);
});

describe('a fault costs the field it is in, never the page', () => {
  test('the other fields are used', () => {
    expect(parse(withHead('title: T', 'date: soon', 'tags: [a, [b]]', 'image: 3'))).toMatchObject({
      title: 'T',
      tags: ['a'],
      draft: false,
    });
    expect(parse(withHead('title: T', 'date: soon'))).not.toHaveProperty('date');
  });

  test('fields that nothing uses are kept, without a fault', () => {
    const text = withHead('title: T', 'outline: deep', 'cover: { colour: red }');
    expect(parse(text)).toMatchObject({ extra: { outline: 'deep', cover: { colour: 'red' } } });
    expect(faultsOf(text)).toBe('');
  });

  test('YAML that cannot be read leaves the text and its heading', () => {
    expect(parse('---\ntitle: a: b\n---\n# Heading\n')).toMatchObject({ title: 'Heading', draft: false });
    expect(parse('---\ntitle: half')).toMatchObject({ title: 'My file', draft: false });
  });

  test.each([
    ['draft: yes'],
    ['draft:'],
    ['draft: 1'],
    ['drfat: true'],
    ['publishAt: soon'],
    ['publishAt: 2026-02-30'],
    ['publsihAt: 2026-02-03'],
    ['expires: never'],
    ['unlisted: maybe'],
    ['publishDate: later'],
    ['publish: false'],
    ['published: false'],
    ['title: a: b\ndraft: true'],
    ['title: "half\npublishAt: 2030-01-01'],
    ["title: [\n'draft': true"],
  ])('%j keeps the page hidden', (line) => {
    expect(parse(withHead(line))).toMatchObject({ draft: true });
  });

  test('frontmatter without an end keeps the page hidden if it says so, or if it is longer than what was read', () => {
    expect(parse('---\ndraft: true\n\nText')).toMatchObject({ draft: true });
    expect(parsePageMetadata('---\ntitle: x\n', 'x', false).metadata.draft).toBe(true);
  });
});

describe('fields as other systems write them', () => {
  test.each([
    ['tags: a b', { tags: ['a', 'b'] }],
    ['tags: red wine, cheese', { tags: ['red wine', 'cheese'] }],
    ['tags: ["#a", 7, null]', { tags: ['a', '7'] }],
    ['tag: a', { tags: ['a'] }],
    ['date: 2026-11-15T08:00:00+01:00', { date: '2026-11-15' }],
    ['date: 2026/1/5', { date: '2026-01-05' }],
    ['lastmod: 2026-11-15 08:00', { updated: '2026-11-15' }],
    ['aliases: [/old/, Other name]', { redirectFrom: ['/old'], extra: { aliases: ['Other name'] } }],
    ['title: 1984', { title: '1984' }],
    ['description:', { title: 'My file' }],
    ['publishDate: 2026-11-15', { publishAt: Date.UTC(2026, 10, 15) }],
    ['expiryDate: 2026-11-15', { expires: Date.UTC(2026, 10, 15) }],
    ['publish: true', { draft: false }],
    ['author: { name: Ada, avatar: x }', { authors: ['Ada'] }],
    ['navigation: { title: Short, icon: x }', { navigationTitle: 'Short' }],
    ['seo: { title: Tab }', { head: { title: 'Tab' } }],
    ['head: [[meta, {}]]', { head: {} }],
  ])('%j', (line, metadata) => {
    expect(parse(withHead(line))).toMatchObject(metadata);
    expect(faultsOf(withHead(line))).toBe('');
  });

  test('TOML between +++ lines', () => {
    const text = '+++\ntitle = "T"\ndate = 2026-11-15T08:00:00Z\ndraft = true\ntags = ["a"]\n+++\nText';
    expect(parse(text)).toMatchObject({ title: 'T', date: '2026-11-15', draft: true, tags: ['a'] });
    expect(faultsOf('+++\ntitle = \n+++\n')).toContain('posts/a.md:2: is not valid TOML');
    expect(parse('+++\ntitle = x\ndraft = true\n+++\n')).toMatchObject({ draft: true });
  });
});

describe('hostile frontmatter', () => {
  test('does not reach the prototype of objects', () => {
    const metadata = parse(withHead('__proto__: { draft: true }', 'constructor: { prototype: x }'));
    expect(metadata.draft).toBe(false);
    expect(Object.getPrototypeOf(metadata.extra)).toBe(Object.prototype);
    expect(({} as { draft?: boolean }).draft).toBeUndefined();
  });

  test('cannot use aliases to grow, nor tags to make objects', () => {
    expect(faultsOf(withHead('tags: &a [x]', 'title: *a'))).toContain('is not valid YAML');
    expect(faultsOf(withHead('title: !!js/function "x"'))).toContain('is not valid YAML');
  });

  test('cannot nest without end', () => {
    expect(faultsOf(withHead(`tags: ${'['.repeat(5000)}`))).toContain('is not valid YAML');
  });
});
