import { isGuarded } from '../../app/guard/rules.ts';
import type { Head, PageDataByRoute, RouteName } from '../../app/page-data.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { listLanguages, prefixOf, siteAt } from '../../app/site-language.ts';
import type { Content } from '../../markdown/open-content.ts';
import { findCard, toCardImage } from '../og/card.ts';
import { toAddress } from './address.ts';

interface HeadOptions {
  content: Content;
  site: SiteConfig;
  siteUrl: string;
}

/** Adds what all pages have in the same way: the picture for previews, feeds, Markdown, and the neighbors of a page of a list. */
export function completeHead(
  { content, site, siteUrl }: HeadOptions,
  path: string,
  head: Head,
  data: PageDataByRoute[RouteName],
): Head {
  const isTranslated = !('untranslated' in (data ?? {}));
  // Nothing of a guarded page is drawn or offered outside of it.
  if (data === null || isGuarded(path, site)) return head;
  const list = 'list' in data ? data.list : undefined;
  const home = prefixOf(path, site) || '/';
  const hasFeed = path === home || (list !== undefined && !('label' in data && data.label === 'Archive'));
  const hasText = ('article' in data && data.article) || ('intro' in data && data.intro);
  const listAddress = (page: number) => siteUrl + toAddress(path) + (page === 1 ? '' : `?page=${page}`);
  const isShared = !head.image && !head.robots?.includes('noindex');
  return {
    ...head,
    ...(isShared && findImage(path)),
    ...(hasFeed && { feed: path === '/' ? '' : toAddress(path) }),
    ...toTranslations(),
    ...(hasText && isTranslated && { markdown: `${path === '/' ? '/index' : toAddress(path)}.md` }),
    ...(list && list.page > 1 && { prev: listAddress(list.page - 1) }),
    ...(list && list.page < list.pageCount && { next: listAddress(list.page + 1) }),
  };

  /** A long list is translated as a whole, not page by page. */
  function toTranslations(): Pick<Head, 'translations'> {
    const found = list && list.page > 1 ? [] : content.visiblePages('public').translations(toAddress(path));
    if (found.length === 0) return {};
    const languages = new Map(listLanguages(site).map(({ prefix, language }) => [prefix, language]));
    return {
      translations: found.map((one) => ({
        language: languages.get(one.prefix) ?? '',
        path: toAddress(one.path),
      })),
    };
  }

  /** A page without words of its own has the picture of the site. */
  function findImage(shown: string): Pick<Head, 'image'> {
    const card = findCard(content.visiblePages('public'), siteAt(site, shown), shown);
    return card ? { image: toCardImage((path) => siteUrl + toAddress(path), card, shown) } : findImage(home);
  }
}
