import { expect, test } from 'vitest';
import type { ContentFolder, ReadablePage } from '../files/content-files.ts';
import { englishArticleWords } from '../html/article-words.ts';
import type { ParsedBody } from '../parse/parse-context.ts';
import { createPageNames } from './page-names.ts';
import { createArticleReader } from './read-article.ts';

function body(text: string): ParsedBody {
  return {
    body: [text],
    toc: [],
    words: 1,
    readingMinutes: 1,
    pictures: [],
    links: [],
    ids: [],
    ownComponents: [],
    warnings: [],
  };
}

const root: ContentFolder = {
  folder: '',
  parent: undefined,
  real: '/',
  address: '/',
  prefix: '',
  sortKey: '',
  readableName: '',
  settings: {},
  pages: new Map(),
  folders: new Map(),
};

test('a body that was read while its file was saved again is not shown to the next visitor', async () => {
  const page: ReadablePage = {
    file: 'a.md',
    folder: root,
    address: '/a',
    isIndex: false,
    sortKey: '',
    readableName: 'A',
    draftName: false,
    stamp: { modified: 1, changed: 1, size: 1, inode: 1 },
    metadata: {
      title: 'A',
      tags: [],
      authors: [],
      draft: false,
      redirectFrom: [],
      backlinks: true,
      edit: true,
      listed: true,
      unlisted: false,
      showViews: true,
      head: {},
    },
  };
  const cache = new Map<string, ParsedBody>();
  const reads: ((text: string) => void)[] = [];
  const read = createArticleReader({
    root,
    names: createPageNames(root, '/', () => new Date()),
    toAbsolute: (file) => file,
    articleWords: () => englishArticleWords,
    contactAddress: undefined,
    readBody: () =>
      new Promise((resolve) => {
        reads.push((text) => {
          cache.set(text, body(text));
          resolve({ hash: text, body: body(text) });
        });
      }),
    cache: {
      find: (hash) => cache.get(hash),
      store: () => undefined,
      remove: (hash) => cache.delete(hash),
      close: () => undefined,
    },
    pictures: { describe: async () => undefined, has: async () => false, forget: () => undefined },
    log: () => undefined,
    onPicture: () => undefined,
  });

  const early = read(page);
  page.stamp = { modified: 2, changed: 2, size: 2, inode: 1 };
  const late = read(page);
  await Promise.resolve();
  expect(reads).toHaveLength(2);
  reads[1]?.('new');
  expect((await late)?.body.html).toBe('new');
  reads[0]?.('old');
  expect((await early)?.body.html).toBe('old');
  expect((await read(page))?.body.html).toBe('new');
});
