import { expect, test } from 'vitest';
import { parseTest } from '../../tests/harness/markdown/parse-test-markdown.ts';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';
import { openTestSearch } from '../../tests/harness/markdown/test-search.ts';
import { type ArticleWords, englishArticleWords } from './article-words.ts';
import { toArticleBody } from './to-html.ts';

/** Each English word with a sign before it. */
const signed: ArticleWords = {
  callouts: { tip: '§Tip', warning: '§Warning', question: '§Question' },
  choices: '§Choices',
  tab: '§Tab',
  more: '§More',
  plainText: '§Text',
  code: '§Code',
  table: '§Table',
  diagram: '§Diagram',
  formula: '§Formula',
  named: (kind, name) => `${kind}: ${name}`,
  linkTo: (heading) => `§${englishArticleWords.linkTo(heading)}`,
  footnotes: '§Footnotes',
  footnote: (number) => `§Footnote ${number}`,
  backToText: (number, mark) => `§${englishArticleWords.backToText(number, mark)}`,
  contact: {
    ...englishArticleWords.contact,
    name: '§Name',
    send: '§Send',
    off: '§The contact form',
    faults: { ...englishArticleWords.contact.faults, failed: '§Your message' },
  },
};

test.each<[what: string, markdown: string, written: string[]]>([
  ['a callout', ':::tip\na\n:::', ['>Tip</p>']],
  ['a quoted callout', '> [!WARNING]\n> a', ['>Warning</p>']],
  ['a callout of another system', '> [!question]\n> a', ['>Question</p>']],
  ['a folded callout', '> [!tip]-\n> a', ['<summary>Tip</summary>']],
  ['a fold', ':::details\na\n:::', ['<summary>More</summary>']],
  ['tabs', '::::tabs\n:::tab\na\n:::\n::::', ['aria-label="Choices"', '>Tab</label>']],
  ['a code group', ':::tabs\n```\na\n```\n:::', ['>Tab</label>']],
  ['a heading', '## A "b"', ['aria-label="Link to &quot;A &quot;b&quot;&quot;"']],
  ['code', '```\na\n```', ['<span>Text</span>', 'aria-label="Code"']],
  ['code with a language', '```ts\na\n```', ['aria-label="Code: ts"']],
  ['a table', '| A | B |\n|---|---|\n| 1 | 2 |', ['aria-label="Table: A, B"']],
  ['bars', ':::bars\n| A | B |\n|---|---|\n| 1 | 2 |\n:::', ['aria-label="Table"']],
  ['a form that is off', '::contact-form', ['>The contact form']],
  ['a formula', '$$\nx\n$$', ['aria-label="Formula"']],
  [
    'a diagram',
    '```mermaid\ngraph TD\n  A[Start] --> B[End]\n```',
    ['aria-label="Diagram"', 'aria-label="Diagram: Start, End"'],
  ],
  [
    'a footnote',
    'a[^x] b[^x]\n\n[^x]: Note.',
    [
      '>Footnotes</h2>',
      'aria-label="Footnote 1"',
      'aria-label="Back to reference 1"',
      'aria-label="Back to reference 1, mark 2"',
    ],
  ],
])('%s is parsed once and written in the language of the page', async (_what, markdown, written) => {
  const { body } = await parseTest(markdown);
  const english = toArticleBody(body).html;
  const other = toArticleBody(body, signed).html;
  for (const text of written) {
    expect(english).toContain(text);
    expect(other).toContain(text.replace(/(?<=[>"])(?=\w)/, '§'));
    expect(other).not.toContain(text);
  }
});

test.each([
  [':::tip[Own]\na\n:::', '>Own</p>'],
  ['> [!tip] Own\n> a', '>Own</p>'],
  ['> [!tip]- Own\n> a', '<summary>Own</summary>'],
  ['> [!recipe]\n> a', '>Recipe</p>'],
  ['```mermaid title="Own"\ngraph TD\n  A --> B\n```', 'aria-label="Own"'],
])('what the author wrote stays: %j', async (markdown, written) => {
  expect(toArticleBody((await parseTest(markdown)).body, signed).html).toContain(written);
});

test('the same text has the words of each address, also from the cache', async () => {
  const text = '> [!tip]\n> a[^1]\n\n[^1]: b\n';
  const files = { 'a.md': text, 'de/a.md': text };
  const articleWords = (address: string) => (address.startsWith('/de/') ? signed : englishArticleWords);
  const options = { languages: ['de'], articleWords };
  const first = await openTestContent(files, options);
  const later = await openTestContent(files, { ...options, cacheFolder: first.cacheFolder });
  for (const { content } of [first, first, later]) {
    const read = async (path: string) => (await content.visiblePages('public').readArticle(path))?.body.html;
    expect(await read('/a')).toMatch(/>Tip<.*>Footnotes</);
    expect(await read('/de/a')).toMatch(/>§Tip<.*>§Footnotes</);
  }
});

test('a search finds the words of the author, and none of these', async () => {
  const { paths } = await openTestSearch({
    'a.md':
      'Lantern[^1] text.\n\n> [!question]\n> b\n\n```mermaid\ngraph TD\n  A[Start]\n```\n\n[^1]: Note.\n',
  });
  for (const question of ['"lantern"', '"lantern text"', 'note', 'start'])
    expect(paths(question)).toEqual(['/a']);
  for (const question of ['"footnotes"', '"question"', '"diagram"']) expect(paths(question)).toEqual([]);
});
