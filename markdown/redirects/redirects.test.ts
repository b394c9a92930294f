import { expect, test } from 'vitest';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';
import { describeFault } from './open-redirects.ts';

const page = (more = '') => `---\ntitle: A page\n${more}---\n\nText.\n`;

async function faultsOf(redirects: string, files: Record<string, string> = {}) {
  const { content, log } = await openTestContent({
    'redirects.yml': redirects,
    'posts/new.md': page(),
    ...files,
  });
  const faults = content.redirectFaults().map(describeFault);
  expect(log).toEqual(faults.map((fault) => `warn: ${fault}`));
  return faults;
}

test.each([
  [
    '/a: /b\n/b: /posts/new\n',
    [
      'redirects.yml:1: /a leads to another redirect, redirects.yml:2 (/a → /b → /posts/new): write its last address',
    ],
  ],
  ['/a: /a\n', ['redirects.yml:1: /a leads back to itself (/a → /a): it answers 404']],
  [
    '# two\n/a: /b\n\n/b: /a\n',
    [
      'redirects.yml:2: /a leads back to itself (/a → /b → /a): it answers 404',
      'redirects.yml:4: /b leads back to itself (/b → /a → /b): it answers 404',
    ],
  ],
  ['/a/*: /a/b/:splat\n', [expect.stringMatching(/^redirects\.yml:1: \/a\/\* leads back to itself/)]],
  [
    '/posts/new: /other\n',
    ['redirects.yml:1: /posts/new has a page, which wins: the redirect is never used'],
  ],
  ['/a: { to: /b, status: 303 }\n', ['redirects.yml:1: "/a": status must be one of 301, 302, 307, 308, 410']],
  ['/a: { too: /b }\n', ['redirects.yml:1: "/a": "too" is not known: use to and status']],
  [
    '/a?b: /posts/new\n',
    ['redirects.yml:1: "/a?b" must be a path of this site like /old, or /old/* for all below it'],
  ],
  ['/a: /b/:splat\n', ['redirects.yml:1: "/a": :splat stands for the * of a rule like /old/*']],
  [
    '/a: /b\n/a: /c\n',
    [expect.stringMatching(/^redirects\.yml:2: is not valid YAML \(duplicated mapping key\)/)],
  ],
  ['- /a\n', ['redirects.yml:1: must be lines like "/old: /new"']],
  ['# nothing\n', []],
  ['', []],
])('%j', async (redirects, expected) => expect(await faultsOf(redirects)).toEqual(expected));

test('two pages with one earlier address are named with file and line', async () => {
  const files = { 'posts/a.md': page('redirectFrom: /old\n'), 'posts/b.md': page('aliases: [/old]\n') };
  expect(await faultsOf('', files)).toEqual(['posts/b.md:3: /old is redirected already by posts/a.md']);
});

test('ten thousand rules and the first two hundred patterns are used', async () => {
  const exact = Array.from({ length: 10_000 }, (_, index) => `/old/${index}: /posts/new`);
  const patterns = Array.from({ length: 201 }, (_, index) => `/more${index}/*: /posts/new`);
  const { content } = await openTestContent({
    'redirects.yml': [...exact, ...patterns].join('\n'),
    'posts/new.md': page(),
  });
  expect(content.redirectFaults()).toMatchObject([{ line: 10_201 }]);
  expect(content.findRedirect('/old/9999')).toEqual({ to: '/posts/new', status: 301 });
  expect(content.findRedirect('/more199/x')).toEqual({ to: '/posts/new', status: 301 });
  expect(content.findRedirect('/more200/x')).toBeUndefined();
});
