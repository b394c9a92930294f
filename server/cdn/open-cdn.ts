/** A CDN in front of the site: it keeps pages until it is told that they have changed. */
import type { SiteConfig } from '../../app/site-config.ts';
import type { Content } from '../../markdown/open-content.ts';
import type { Search } from '../../markdown/search/open-search.ts';
import type { Log } from '../log.ts';
import { siteTag } from './cache-tags.ts';
import { type CdnHeaders, createCdnHeaders } from './cdn-headers.ts';
import type { CdnSettings } from './cdn-settings.ts';
import { listChangedTags, listPathTags } from './changed-tags.ts';
import { openPurgeQueue } from './purge-queue.ts';
import { mostTagsOf, sendPurge } from './send-purge.ts';

export interface Cdn {
  headers: CdnHeaders;
  /** Called once, after the pages drop what has changed: the CDN then fetches new ones. */
  start(onSettled: () => void): void;
  /** For owners: why purges fail. */
  fault(): string | undefined;
  close(): Promise<void>;
}

export interface CdnOptions {
  settings: CdnSettings;
  site: SiteConfig;
  content: Content;
  search: Pick<Search, 'complete' | 'onRelatedChange'>;
  buildId: string;
  log: Log;
}

export function openCdn(options: CdnOptions): Cdn {
  const { settings, content, search, log } = options;
  /** Git, links and related pages add to pages shortly after the start, without a save. */
  let isSettled = false;
  let isClosed = false;
  const queue = openPurgeQueue({
    log,
    batch: mostTagsOf(settings),
    send: (tags, signal) => sendPurge(settings, tags, signal),
  });

  function announce(tags: readonly string[]): void {
    if (isSettled) queue.add(tags);
  }

  async function settle(onSettled: () => void): Promise<void> {
    await content.indexPages('background');
    await content.complete();
    await search.complete();
    if (isClosed) return;
    isSettled = true;
    onSettled();
  }

  return {
    headers: createCdnHeaders({ ...settings, buildId: options.buildId, isSettled: () => isSettled }),
    start(onSettled) {
      content.onChange((change) => announce(listChangedTags(change, options)));
      search.onRelatedChange((paths) => announce(listPathTags(paths, options)));
      // What a page shows of other files is known once this process has made it. Until everything is known, nothing is kept anew.
      queue.add([siteTag]);
      settle(onSettled).catch((cause: unknown) =>
        log.error('The CDN keeps nothing, because the pages could not be indexed. Restart the site.', {
          cause,
        }),
      );
    },
    fault: queue.fault,
    async close() {
      isClosed = true;
      await queue.close();
    },
  };
}
