import type { Article } from '../document.ts';
import type { ReadablePage } from '../files/content-files.ts';
import { updatedOf } from '../files/last-change.ts';
import { recordProblem } from '../files/read-page-file.ts';
import type { Fault } from '../frontmatter/fault.ts';
import { describeFaults } from '../frontmatter/parse-metadata.ts';
import type { ArticleWords } from '../html/article-words.ts';
import { toArticleBody } from '../html/to-html.ts';
import type { ContentLog } from '../log.ts';
import type { ParsedBody } from '../parse/parse-context.ts';
import { toSummary } from '../site-tree/page-list.ts';
import type { ReadBody } from './read-body.ts';
import type { RenderCache } from './render-cache.ts';
import { type AddressResolverOptions, createAddressResolver } from './resolve-addresses.ts';
import { resolveTree } from './resolve-tree.ts';

export interface ArticleReaderOptions extends ArticleMakerOptions {
  toAbsolute: (file: string) => string;
  readBody: ReadBody;
  cache: RenderCache;
  log: ContentLog;
}

export type ReadArticle = (page: ReadablePage) => Promise<Article | undefined>;

/** Reads a page in full. While its file is broken, the last good version is read. */
export function createArticleReader(options: ArticleReaderOptions): ReadArticle {
  const { readBody, cache, log } = options;
  const reading = new Map<string, Promise<ParsedBody | undefined>>();
  const logOnce = createFaultLog(log);
  const makeArticle = createArticleMaker(options);

  async function findBody(page: ReadablePage): Promise<ParsedBody | undefined> {
    const known = page.problem === undefined && page.hash !== undefined ? cache.find(page.hash) : undefined;
    if (known) return known;
    if (page.problem === undefined) {
      const { stamp } = page;
      const read = await readBody(options.toAbsolute(page.file)).catch((error: NodeJS.ErrnoException) => ({
        fault: `cannot be read (${error.code ?? error.message}): check that it is there and may be read`,
      }));
      if ('body' in read) {
        // Saved again in the meantime: the next request has to read the file itself.
        if (page.stamp === stamp) recordHash(page, read.hash);
        return read.body;
      }
      recordProblem(page, `${page.file} ${read.fault}`, log);
    }
    const lastGood = page.goodHash === undefined ? undefined : cache.find(page.goodHash);
    if (lastGood) return lastGood;
    // Nothing good is left to show: the file is shown as it is, if it can be read.
    delete page.goodHash;
    if (!page.fallback) return undefined;
    page.metadata = page.fallback;
    delete page.fallback;
    delete page.problem;
    return findBody(page);
  }

  function recordHash(page: ReadablePage, hash: string): void {
    if (page.goodHash !== undefined && page.goodHash !== hash) cache.remove(page.goodHash);
    page.hash = hash;
    page.goodHash = hash;
  }

  return async function readArticle(page) {
    // Visitors who request the same page at the same moment share one rendering.
    // A request after the file was saved gets a new one.
    const version = `${page.file} ${page.stamp?.changed} ${page.stamp?.size}`;
    const shared = reading.get(version) ?? findBody(page).finally(() => reading.delete(version));
    reading.set(version, shared);
    const body = await shared;
    if (!body) return undefined;
    const { article, faults } = await makeArticle(page, body);
    page.bodyFaults = faults;
    if (faults.length > 0) logOnce(page, faults);
    return article;
  };
}

export interface ArticleMakerOptions extends AddressResolverOptions {
  /** Those of the page at an address. */
  articleWords: (address: string) => ArticleWords;
  contactAddress: string | undefined;
}

/** Puts a page and its body together, and says what is wrong with the body. */
export function createArticleMaker(options: ArticleMakerOptions) {
  const resolveAddresses = createAddressResolver(options);
  return async function makeArticle(
    page: ReadablePage,
    body: ParsedBody,
  ): Promise<{ article: Article; faults: Fault[] }> {
    const { pictures, links, image, faults } = await resolveAddresses(page, body);
    const { head, canonical, dir, showViews } = page.metadata;
    const article = {
      ...toSummary(page),
      updated: updatedOf(page),
      readingMinutes: body.readingMinutes,
      words: body.words,
      toc: body.toc,
      body: toArticleBody(
        resolveTree(body.body, { pictures, links }),
        options.articleWords(page.address),
        options.contactAddress,
      ),
      ...(image && { image }),
      head,
      ...(canonical !== undefined && { canonical }),
      ...(dir !== undefined && { dir }),
      ...(showViews !== undefined && { showViews }),
    };
    return { article, faults: [...body.warnings, ...faults] };
  };
}

/** Each fault of a version of a page is logged once. */
function createFaultLog(log: ContentLog): (page: ReadablePage, faults: Fault[]) => void {
  const logged = new Set<string>();
  return (page, faults) => {
    for (const fault of faults) {
      const message = describeFaults(page.file, [fault]);
      const key = `${page.hash} ${message}`;
      if (!logged.has(key)) log({ level: 'warn', file: page.file, message });
      logged.add(key);
    }
    if (logged.size > 10_000) logged.clear();
  };
}
