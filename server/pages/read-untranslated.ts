import type { RouteName } from '../../app/page-data.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { withoutPrefix } from '../../app/site-language.ts';
import { toAddress } from './address.ts';
import type { PageContent } from './page-content.ts';

/** A page that its language does not have, in that of the site. `read` reads the page at an address. */
export async function readUntranslated(
  { site, siteUrl }: { site: SiteConfig; siteUrl: string },
  path: string,
  read: (address: string) => Promise<PageContent<RouteName> | undefined>,
): Promise<PageContent<RouteName> | undefined> {
  const original = withoutPrefix(path, site);
  const found = original === path ? undefined : await read(original);
  if (!found?.data || !('article' in found.data) || !found.data.article) return undefined;
  const untranslated = { path: original, language: site.language };
  const head = { canonical: siteUrl + toAddress(original), ...found.head, robots: 'noindex' };
  return { ...found, data: { ...found.data, untranslated }, head };
}
