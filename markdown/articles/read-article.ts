import type { Article, PictureFile } from '../document.ts';
import type { ContentFolder } from '../files/content-files.ts';
import { splitPath } from '../files/content-files.ts';
import { recordProblem } from '../files/read-page-file.ts';
import { toArticleBody } from '../html/to-html.ts';
import type { ContentLog } from '../log.ts';
import { toPictureAddress } from '../pictures/picture-address.ts';
import { isPictureName, type Pictures } from '../pictures/picture-files.ts';
import type { RenderedBody } from '../render/rendering.ts';
import { isContentPath, isSafePicture } from '../render/safe-address.ts';
import { toSummary } from '../site-tree/lists.ts';
import type { PublishedPage } from '../site-tree/site-map.ts';
import type { ReadBody } from './read-body.ts';
import type { RenderCache } from './render-cache.ts';
import { resolveLink, toContentPath } from './resolve-link.ts';
import { resolveTree } from './resolve-tree.ts';

export interface ArticleReaderOptions {
  root: ContentFolder;
  toAbsolute: (file: string) => string;
  readBody: ReadBody;
  cache: RenderCache;
  pictures: Pictures;
  log: ContentLog;
  /** Called for each picture a page shows or misses, so that the page changes with it. */
  onPicture: (picture: string, page: string) => void;
}

export type ReadArticle = (page: PublishedPage) => Promise<Article | undefined>;

/** Reads a page in full. While its file is broken, the last good version is read, with the problem beside it. */
export function createArticleReader(options: ArticleReaderOptions): ReadArticle {
  const { root, readBody, cache, pictures, log } = options;
  const reading = new Map<string, Promise<RenderedBody | undefined>>();
  const warned = new Set<string>();

  async function findBody(page: PublishedPage): Promise<RenderedBody | undefined> {
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
        warnOnce(page, read.hash, read.body.warnings);
        return read.body;
      }
      recordProblem(page, `${page.file} ${read.fault}`, log);
    }
    const lastGood = page.goodHash === undefined ? undefined : cache.find(page.goodHash);
    // Nothing good is left to show: from now on the address shows the problem.
    if (!lastGood) delete page.goodHash;
    return lastGood;
  }

  function recordHash(page: PublishedPage, hash: string): void {
    if (page.goodHash !== undefined && page.goodHash !== hash) cache.remove(page.goodHash);
    page.hash = hash;
    page.goodHash = hash;
  }

  function warnOnce(
    page: PublishedPage,
    version: string,
    warnings: { line: number; message: string }[],
  ): void {
    for (const { line, message } of warnings) {
      const key = `${page.file} ${version} ${line} ${message}`;
      if (!warned.has(key))
        log({ level: 'warn', file: page.file, message: `${page.file}:${line}: ${message}` });
      warned.add(key);
    }
    if (warned.size > 10_000) warned.clear();
  }

  async function resolvePicture(page: PublishedPage, address: string): Promise<PictureFile | undefined> {
    const path = toContentPath(page.file, address);
    options.onPicture(path, page.address);
    const info = await pictures.describe(path);
    if (!info) return undefined;
    const { width, height } = info;
    return {
      src: toPictureAddress({ hash: info.hash, path }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    };
  }

  async function resolvePictures(page: PublishedPage, body: RenderedBody) {
    const found = new Map<string, PictureFile | undefined>();
    for (const { address, line } of body.pictures) {
      if (!found.has(address)) found.set(address, await resolvePicture(page, address));
      if (found.get(address)) continue;
      const message = `The picture ${address} is not there: put the file into ${splitPath(page.file).folder || 'the content folder'}, or change the name`;
      warnOnce(page, page.hash ?? '', [{ line, message }]);
    }
    return found;
  }

  async function resolveLinks(page: PublishedPage, body: RenderedBody) {
    const found = new Map<string, string>();
    for (const { address, line } of body.links) {
      const path = toContentPath(page.file, address);
      const picture = isPictureName(path) ? await resolvePicture(page, address) : undefined;
      const { href, isMissing } = resolveLink(root, page.file, address);
      found.set(address, picture?.src ?? href);
      if (isMissing)
        warnOnce(page, page.hash ?? '', [
          { line, message: `The link ${address} leads to a file that is not there` },
        ]);
    }
    return found;
  }

  async function resolveImage(page: PublishedPage): Promise<Article['image']> {
    const { image } = page.metadata;
    if (!image || !isSafePicture(image.src)) return undefined;
    if (!isContentPath(image.src)) return image;
    const file = await resolvePicture(page, image.src);
    if (!file)
      warnOnce(page, page.hash ?? '', [
        { line: 1, message: `"image": the picture ${image.src} is not there` },
      ]);
    return file && { ...file, alt: image.alt };
  }

  return async function readArticle(page) {
    // Visitors who request the same page at the same moment share one rendering.
    // A request after the file was saved gets a new one.
    const version = `${page.file} ${page.stamp?.changed} ${page.stamp?.size}`;
    const shared = reading.get(version) ?? findBody(page).finally(() => reading.delete(version));
    reading.set(version, shared);
    const body = await shared;
    if (!body) return undefined;
    const [foundPictures, links, image] = [
      await resolvePictures(page, body),
      await resolveLinks(page, body),
      await resolveImage(page),
    ];
    return {
      ...toSummary(page),
      updated: page.metadata.updated ?? toDay(page.stamp?.modified ?? 0),
      readingMinutes: body.readingMinutes,
      words: body.words,
      toc: body.toc,
      body: toArticleBody(resolveTree(body.body, { pictures: foundPictures, links })),
      ...(image && { image }),
      head: page.metadata.head,
      ...(page.metadata.showViews !== undefined && { showViews: page.metadata.showViews }),
      ...(page.problem !== undefined && { problem: page.problem }),
    };
  };
}

function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
