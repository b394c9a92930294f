import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toRequestParts, toResponse } from '../../backend/http/prepared-response.ts';
import type { SiteBuild } from '../build/site-build.ts';
import type { CdnHeaders, SharedHeaders } from '../cdn/cdn-headers.ts';
import type { FormatContext } from '../formats/format-context.ts';
import { createCardPictures } from '../og/card-pictures.ts';
import { toAddress } from './address.ts';
import type { PageContext } from './page-context.ts';
import { mustRevalidate } from './render-pages.ts';

/** What a CDN is told about a format, by its path. */
function sharedFormatHeaders(cdn: CdnHeaders, path: string): SharedHeaders {
  const [, page] = /^(\/.+)\.md$/.exec(path) ?? [];
  if (page !== undefined) return cdn.ofPage(page === '/index' ? '/' : page);
  const [, list] = /^(.*)\/(?:feed\.xml|rss\.xml|feed\.json)$/.exec(path) ?? [];
  if (list !== undefined) return cdn.ofFeed(list || '/');
  if (/^\/(?:sitemap[^/]*\.xml|llms\.txt)$/.test(path)) return cdn.ofSiteList();
  if (/^\/(?:theme\.css|manifest\.webmanifest|service-worker\.js)/.test(path)) return cdn.ofSite();
  return cdn.notKept;
}

/** What feeds, sitemaps and the other formats need of the pages. */
export function createFormatContext(
  { site, siteUrl, content, names, runs, cache, cdn, render }: PageContext,
  {
    contentFolder,
    pictureFolder,
    build,
  }: { contentFolder?: string; pictureFolder?: string; build: Pick<SiteBuild, 'serviceWorker'> },
): FormatContext {
  // Each of them may show any page.
  const keys = new Set<string>();
  content.onChange(() => {
    cache.drop([...keys]);
    keys.clear();
  });
  return {
    site,
    siteUrl,
    content,
    names,
    runs,
    contentFolder,
    serviceWorker: build.serviceWorker,
    cards: createCardPictures(pictureFolder ?? join(tmpdir(), 'porchlight-og')),
    cdn,
    toUrl: (path) => siteUrl + toAddress(path),
    async answer(request, path, create) {
      const key = toAddress(path);
      keys.add(key);
      const shared = cdn && sharedFormatHeaders(cdn, path);
      const rendered = async () => {
        const { type, body, headers } = await create();
        return {
          status: 200,
          headers: { ...render.headersFor(type, mustRevalidate), ...headers },
          body,
          shared,
        };
      };
      const response = toResponse(await cache.answer(key, toRequestParts(request), rendered));
      // The Markdown of a page at the address of the page: some services do not look at `Accept`.
      const isOther = new URL(request.url).pathname !== key && !path.includes('?');
      if (isOther) for (const name in shared) response.headers.delete(name);
      return response;
    },
  };
}
