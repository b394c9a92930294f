import type { Article, PageSource } from '../document.ts';
import type { Audience, ReadablePage } from '../files/content-files.ts';
import type { ReadFileHead } from '../files/read-file-head.ts';
import { createSavedAsHidden } from '../files/saved-as-hidden.ts';
import { type ArticleReaderOptions, createArticleReader, type ReadArticle } from './read-article.ts';
import { createSourceReader } from './read-source.ts';

export interface PageReadersOptions extends ArticleReaderOptions {
  readHead: ReadFileHead;
  now: () => Date;
  findPage: (path: string, audience: Audience) => ReadablePage | undefined;
}

/** Pages in full, by their file or by the address at which an audience finds them. */
export interface PageReaders {
  readArticle: ReadArticle;
  readArticleAt(path: string, audience: Audience): Promise<Article | undefined>;
  readSourceAt(path: string, audience: Audience): Promise<PageSource | undefined>;
}

export function createPageReaders(options: PageReadersOptions): PageReaders {
  const { findPage } = options;
  const readArticle = createArticleReader(options);
  const readSource = createSourceReader(options);
  const isSavedAsHidden = createSavedAsHidden(options);
  return {
    readArticle,
    async readArticleAt(path, audience) {
      const page = findPage(path, audience);
      const article = page && (await readArticle(page));
      return page && isSavedAsHidden(page) ? undefined : article;
    },
    async readSourceAt(path, audience) {
      const page = findPage(path, audience);
      return page && readSource(page);
    },
  };
}
