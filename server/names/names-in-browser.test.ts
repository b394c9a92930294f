/** What the browser makes on a static site is what the server answers for the same address. */
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerInBrowser } from '../../app/names/pages/answer-in-browser.ts';
import { makePage } from '../../app/names/pages/make-page.ts';
import type { NamesQuestion } from '../../app/names/pages/names-messages.ts';
import type { Page, Payload, RedirectPayload } from '../../app/page-data.ts';
import { PageMoved, PageUnavailable } from '../../app/page-unavailable.ts';
import { readNamesInBrowser } from '../../names/file/read-in-browser.ts';
import { writeNamesForBrowser } from '../../names/file/write-for-browser.ts';
import { createNameSource } from '../../names/name-source.ts';
import { toNames } from '../../names/names.ts';
import { namesFile } from '../../names/names-file.ts';
import { openTestPages, siteUrl, type TestPages } from '../../tests/harness/server/test-pages.ts';
import { answerSearch } from './answer-search.ts';
import { answerTable } from './answer-table.ts';
import { openNameSource } from './open-name-source.ts';

const served = openNameSource();
const inBrowser = createNameSource(async () => {
  const bytes = writeNamesForBrowser(await readFile(namesFile));
  return toNames(await readNamesInBrowser(new Blob([Uint8Array.from(bytes)]).stream()));
});

/** Answers on this thread. What it answers is copied, as between threads. */
class WorkerOnThisThread {
  addEventListener() {}
  async postMessage(question: NamesQuestion, [port]: [MessagePort]) {
    port.postMessage({ answer: await answerInBrowser(inBrowser, question) });
  }
}

const closers: (() => void | Promise<void>)[] = [];
let pages: TestPages;

beforeAll(async () => {
  const text = { 'baby-names.md': '---\ndescription: Of all years.\n---\n\n# How names change\n\nText.\n' };
  pages = await openTestPages(text, { onEnd: (close) => closers.push(close) });
  vi.stubGlobal('Worker', WorkerOnThisThread);
  vi.stubGlobal('location', new URL(siteUrl));
  vi.stubGlobal('document', { documentElement: { dataset: { static: '', build: 'test' } } });
  // A file: the query makes no difference.
  vi.stubGlobal('fetch', (address: string) => pages.get(new URL(address).pathname));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  for (const close of closers.reverse()) await close();
});

type Answer = Pick<Page, 'route' | 'head' | 'data'> | { movedTo: string } | { missing: true };

/** Without what a static site has not: the token of the view, and the picture for previews, which no program without a script sees. */
function toAnswer({ route, head: { image, ...head }, data }: Page): Answer {
  return { route, head, data: JSON.parse(JSON.stringify(data)) };
}

async function askServer(pathname: string, search: string): Promise<Answer> {
  const response = await pages.get(`${pathname}/_payload.json${search}`);
  const payload = (await response.json()) as Payload | RedirectPayload;
  if (response.status === 404) return { missing: true };
  // The document keeps the query.
  if (typeof payload.redirect === 'string')
    return { movedTo: (await pages.get(pathname + search)).headers.get('location') ?? '' };
  const [page] = Object.values(payload as Payload);
  if (!page) throw new Error('no page');
  return toAnswer(page);
}

async function askBrowser(pathname: string, search: string): Promise<Answer> {
  try {
    return toAnswer(await makePage({ pathname, search }));
  } catch (error) {
    if (error instanceof PageMoved) return { movedTo: error.to };
    if (error instanceof PageUnavailable && error.isMissing) return { missing: true };
    throw error;
  }
}

describe('a page is the same', () => {
  test.each([
    ['/baby-names', '?ends=lyn&sex=girls'],
    ['/baby-names', '?sort=name&page=3'],
    ['/baby-names', '?starts=q&page=4000'],
    ['/baby-names', '?utm_source=mail'],
    ['/baby-names', '?sex=dogs'],
    ['/baby-names', '?compare=emma&compare=Noah&chart=rank'],
    ['/baby-names', '?compare=Zzyzxq&surname=Smith'],
    ['/baby-names', '?name=Emma'],
    ['/baby-names', '?name=Zo%C3%AB&chart=rank'],
    ['/baby-names', '?name=Emma&compare=Noah'],
    ['/baby-names/emma', ''],
    ['/baby-names/emma', '?surname=Smith&chart=rank'],
    ['/baby-names/Emma', '?surname=Smith'],
    ['/baby-names/zo%C3%AB', ''],
    ['/baby-names/emmma', ''],
    ['/baby-names/emma.html', ''],
    ['/baby-names/emma/noah', ''],
    ['/baby-names/lists/0e4a1f0a-8d7e-4f4e-9c43-6d3f0b1f5c11', ''],
    ['/baby-names/lists/nothing', ''],
  ])('at %s%s', async (path, search) => {
    expect(await askBrowser(path, search)).toEqual(await askServer(path, search));
  });

  const field = fc.constantFrom(
    ...['starts', 'ends', 'part', 'sounds', 'sex', 'ratio', 'letters', 'syllables', 'rank', 'trend'],
    ...['era', 'sort', 'page', 'compare', 'surname', 'chart', 'name', 'other'],
  );
  const value = fc.constantFrom(
    ...['', 'a', 'An', 'lyn', 'Emma', 'zo%', 'girls', 'both', '2', '3', '40', '10', 'none', 'rising'],
    ...['1990', 'name', 'total', 'rank', '9999', '👶🏽', 'Noah,Liam'],
  );

  test('at whatever address', async () => {
    const queries = fc.array(fc.tuple(field, value), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(queries, async (fields) => {
        const search = `?${new URLSearchParams(fields)}`;
        expect(await askBrowser('/baby-names', search)).toEqual(await askServer('/baby-names', search));
      }),
      { numRuns: 60 },
    );
  });
});

test.each([
  'complete=kath',
  'complete=',
  `complete=${'x'.repeat(50)}`,
  'starts=kath&sex=girls',
  'sex=dogs&page=9',
])('what is asked while typing has the same answer: %s', async (query) => {
  const question: NamesQuestion = { about: 'search', path: '', query };
  const { body } = await answerSearch(served, new URLSearchParams(query));
  expect(JSON.stringify(await answerInBrowser(inBrowser, question))).toBe(body);
});

test.each([
  '',
  'starts=kath&sex=girls&page=2',
  'part=%F0%9F%91%B6',
])('the table is the same: %s', async (query) => {
  const question: NamesQuestion = { about: 'table', path: '', query };
  const { body } = await answerTable(served, new URLSearchParams(query));
  expect(await answerInBrowser(inBrowser, question)).toBe(body);
});
