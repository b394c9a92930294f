import type { SiteConfig } from '../../app/site-config.ts';
import { prefixOf, withoutPrefix } from '../../app/site-language.ts';
import type { VisiblePages } from '../../markdown/site-tree/visible-pages.ts';
import { toAddress } from './address.ts';

/** Where the page that `/de/posts/a` stands for is in German, if that is another address: it says so by `translationOf`. */
export function findTranslation(pages: VisiblePages, site: SiteConfig, path: string): string | undefined {
  const prefix = prefixOf(path, site);
  if (prefix === '' || pages.find(path)) return undefined;
  return pages.translations(toAddress(withoutPrefix(path, site))).find((page) => page.prefix === prefix)
    ?.path;
}
