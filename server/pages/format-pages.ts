import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toRequestParts, toResponse } from '../../backend/http/prepared-response.ts';
import type { SiteBuild } from '../build/site-build.ts';
import type { FormatContext } from '../formats/format-context.ts';
import { createCardPictures } from '../og/card-pictures.ts';
import { toAddress } from './address.ts';
import type { PageContext } from './page-context.ts';
import { mustRevalidate } from './render-pages.ts';

/** What feeds, sitemaps and the other formats need of the pages. */
export function createFormatContext(
  { site, siteUrl, content, names, runs, cache, render }: PageContext,
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
    toUrl: (path) => siteUrl + toAddress(path),
    async answer(request, path, create) {
      const key = toAddress(path);
      keys.add(key);
      const rendered = async () => {
        const { type, body, headers } = await create();
        return { status: 200, headers: { ...render.headersFor(type, mustRevalidate), ...headers }, body };
      };
      return toResponse(await cache.answer(key, toRequestParts(request), rendered));
    },
  };
}
