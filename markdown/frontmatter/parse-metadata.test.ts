import { describe, expect, test } from 'vitest';
import { describeFaults, parsePageMetadata } from './parse-metadata.ts';

function parse(text: string) {
  const parsed = parsePageMetadata(text, 'My file');
  return parsed.faults ? describeFaults('posts/a.md', parsed.faults) : parsed.metadata;
}

const withHead = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\nText.\n`;

describe('the title', () => {
  test.each([
    ['is the one in the frontmatter', '---\ntitle: Given\n---\n# Heading\n', 'Given'],
    ['is else the first heading', 'Text.\n\n# The *big* [day](x.md) `now` #\n', 'The big day now'],
    ['is not a comment in code', '```sh\n# not this\n```\n\n# This\n', 'This'],
    ['is not a smaller heading', '## Part\n', 'My file'],
    ['is else the name of the file', 'Just text.\n', 'My file'],
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
    listed: false,
    showViews: false,
    head: { title: 'Tab', robots: 'noindex' },
  });
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
  [withHead('title: 1984'), 'posts/a.md:2: "title" must be text, got 1984: put it in quotes'],
  [withHead('title: ""'), 'posts/a.md:2: "title" must not be empty, got ""'],
  [withHead('tags: garden'), 'posts/a.md:2: "tags" must be a list like [garden, winter], got "garden"'],
  [withHead('tags:', '  - a', '  - 7'), 'posts/a.md:4: "tags[1]" must be text, got 7: put it in quotes'],
  [withHead('draft: yes'), 'posts/a.md:2: "draft" must be true or false, got "yes"'],
  [
    withHead('publishAt: soon'),
    'posts/a.md:2: "publishAt" must be a moment like 2026-11-15 08:00, got "soon"',
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
      'posts/a.md:3: "colour" is not a field: remove it, or use one of title, description, date, updated, tags, series, part, authors, image, draft, publishAt, expires, unlisted, canonical, redirectFrom, navigation, showViews, head',
      'posts/a.md:4: "draft" must be true or false, got 1',
    ].join('\n'),
  ],
])('%j names every fault with its line and what to do', (text, problem) => {
  expect(parse(text)).toBe(problem);
});

describe('hostile frontmatter', () => {
  test('does not reach the prototype of objects', () => {
    expect(parse(withHead('__proto__: { draft: true }'))).toContain('"__proto__" is not a field');
    expect(parse(withHead('constructor: { prototype: x }'))).toContain('"constructor" is not a field');
    expect(({} as { draft?: boolean }).draft).toBeUndefined();
  });

  test('cannot use aliases to grow, nor tags to make objects', () => {
    expect(parse(withHead('tags: &a [x]', 'title: *a'))).toContain('is not valid YAML');
    expect(parse(withHead('title: !!js/function "x"'))).toContain('is not valid YAML');
  });

  test('cannot nest without end', () => {
    expect(parse(withHead(`tags: ${'['.repeat(5000)}`))).toContain('is not valid YAML');
  });
});
