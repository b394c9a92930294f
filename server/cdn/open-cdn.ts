/** A CDN in front of the site: it keeps pages until it is told that they have changed. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
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
import { readSiteState } from './site-state.ts';

export interface Cdn {
  headers: CdnHeaders;
  /** Called once, after the pages drop what has changed: the CDN then fetches new ones. */
  start(onSettled: () => void): Promise<void>;
  /** For owners: why purges fail. */
  fault(): string | undefined;
  close(): Promise<void>;
}

export interface CdnOptions {
  settings: CdnSettings;
  site: SiteConfig;
  content: Content;
  search: Pick<Search, 'complete' | 'onRelatedChange'>;
  contentFolder: string;
  dataFolder: string;
  /** Several processes of one machine may share the folder of data. */
  port: number;
  buildId: string;
  /** What the pages are made by, besides their content: sources and settings. */
  program: readonly unknown[];
  log: Log;
  now?: () => number;
  /** A saved file that was not noticed yet is noticed within this time. */
  quietMs?: number;
}

export async function openCdn(options: CdnOptions): Promise<Cdn> {
  const { settings, content, search, log, quietMs = 10_000 } = options;
  /** Git, links and related pages add to pages shortly after the start, without a save. */
  let isSettled = false;
  let isClosed = false;
  /** A file was saved before that. */
  let hasChanged = false;
  let changes = 0;
  let timer: NodeJS.Timeout | undefined;
  const program = createHash('sha256').update(JSON.stringify(options.program)).digest('hex');
  const readState = () => readSiteState({ ...options, program });
  const queue = await openPurgeQueue({
    file: join(options.dataFolder, 'cdn', `${options.port}.json`),
    log,
    batch: mostTagsOf(settings),
    send: (tags, signal) => sendPurge(settings, tags, signal),
  });

  function announce(tags: readonly string[]): void {
    changes += 1;
    if (isSettled) queue.add(tags);
    keepStateLater();
  }

  /** When nothing has changed for a while, the next start need not purge anything, as long as it finds the same. */
  function keepStateLater(): void {
    clearTimeout(timer);
    if (!isSettled || isClosed) return;
    timer = setTimeout(() => void keepState(changes), quietMs).unref();
  }

  async function keepState(known: number): Promise<void> {
    const state = await readState();
    // A file may have been saved that is not announced yet.
    timer = setTimeout(() => {
      if (changes === known && !isClosed) void queue.setState(state);
    }, quietMs).unref();
  }

  async function settle(onSettled: () => void): Promise<void> {
    await content.indexPages('background');
    await content.complete();
    await search.complete();
    if (isClosed) return;
    isSettled = true;
    if (hasChanged) queue.add([siteTag]);
    onSettled();
    keepStateLater();
  }

  return {
    headers: createCdnHeaders({ ...settings, buildId: options.buildId, isSettled: () => isSettled }),
    async start(onSettled) {
      content.onChange((change) => {
        hasChanged ||= change.pages.length > 0;
        announce(listChangedTags(change, options));
      });
      search.onRelatedChange((paths) => announce(listPathTags(paths, options)));
      if (queue.state !== (await readState())) queue.add([siteTag]);
      settle(onSettled).catch((cause: unknown) =>
        log.error('The CDN keeps nothing, because the pages could not be indexed. Restart the site.', {
          cause,
        }),
      );
    },
    fault: queue.fault,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await queue.close();
    },
  };
}
