import { setImmediate } from 'node:timers/promises';
import type { SitemapEntry } from '../../markdown/formats/sitemap.ts';
import type { FormatContext } from './format-context.ts';

const pagesPerTask = 20;

/** Adds the pictures of the pages: those in the text, and the one for previews. */
export async function readPictures(
  { content, siteUrl }: FormatContext,
  entries: SitemapEntry[],
): Promise<SitemapEntry[]> {
  const pages = content.visiblePages('public');
  const found: SitemapEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    // Thousands of pages are read here: other requests are answered in between.
    if (at % pagesPerTask === 0) await setImmediate();
    const article = entry.updated === undefined ? undefined : await pages.readArticle(encodeURI(entry.path));
    const sources = new Set(article?.image ? [article.image.src] : []);
    for (const [, src = ''] of article?.body.html.matchAll(/<img [^>]*?src="(\/pictures\/[^"]*)"/g) ?? [])
      sources.add(src);
    found.push({ ...entry, pictures: [...sources].map((src) => new URL(src, siteUrl).href) });
  }
  return found;
}
