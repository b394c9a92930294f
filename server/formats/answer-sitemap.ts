import { isGuarded } from '../../app/guard/rules.ts';
import { toPrefix } from '../../app/site-language.ts';
import {
  countSitemaps,
  listAddresses,
  sitemapPart,
  writeSitemap,
  writeSitemapIndex,
} from '../../markdown/formats/sitemap.ts';
import type { AnswerFormat } from './format-context.ts';
import { readPictures } from './page-pictures.ts';

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
