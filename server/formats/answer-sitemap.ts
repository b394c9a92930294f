import { setImmediate } from 'node:timers/promises';
import { isGuarded } from '../../app/guard/rules.ts';
import { toPrefix } from '../../app/site-language.ts';
import {
  countSitemaps,
  listAddresses,
  type SitemapEntry,
  sitemapPart,
  writeSitemap,
  writeSitemapIndex,
} from '../../markdown/formats/sitemap.ts';
import type { AnswerFormat, FormatContext } from './format-context.ts';

/** Pages that are there without a file. */
const builtInPages = ['/', '/posts', '/about', '/baby-names', '/running', '/running/pace'];
const inEachLanguage = ['', '/posts'];

/** GET /sitemap.xml: the addresses that search engines may show, or the index of the files /sitemap-<number>.xml with them. */
export const answerSitemap: AnswerFormat = async (context, request, [path = '', given]) => {
  const { site, content, toUrl } = context;
  const isOpen = (page: string) => !isGuarded(page, site);
  const prefixes = Object.keys(site.languages ?? {}).map(toPrefix);
  const builtIn = [
    ...builtInPages,
    ...prefixes.flatMap((prefix) => inEachLanguage.map((page) => prefix + page)),
  ];
  const entries = listAddresses(content.visiblePages('public'), builtIn.filter(isOpen)).filter((entry) =>
    isOpen(entry.path),
  );
  const count = countSitemaps(entries.length);
  const number = given === undefined ? 1 : Number(given);
  const isPart = given === undefined ? count === 1 : count > 1;
  if (given !== undefined && (!isPart || number < 1 || number > count || given !== String(number)))
    return undefined;
  return context.answer(request, path, async () => ({
    type: 'application/xml; charset=utf-8',
    body: isPart
      ? writeSitemap(await readPictures(context, sitemapPart(entries, number, count)), toUrl)
      : writeSitemapIndex(entries, count, toUrl),
  }));
};

const pagesPerTask = 20;

/** Adds the pictures of the pages: those in the text, and the one for previews. */
async function readPictures(
  { content, siteUrl }: FormatContext,
  entries: SitemapEntry[],
): Promise<SitemapEntry[]> {
  const pages = content.visiblePages('public');
  const withPictures = await content.pagesWithPictures();
  const found: SitemapEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    // Thousands of pages are read here: other requests are answered in between.
    if (at % pagesPerTask === 0) await setImmediate();
    const article = withPictures.has(entry.path) ? await pages.readArticle(encodeURI(entry.path)) : undefined;
    const sources = new Set(article?.image ? [article.image.src] : []);
    for (const [, src = ''] of article?.body.html.matchAll(/<img [^>]*?src="(\/pictures\/[^"]*)"/g) ?? [])
      sources.add(src);
    found.push({ ...entry, pictures: [...sources].map((src) => new URL(src, siteUrl).href) });
  }
  return found;
}
