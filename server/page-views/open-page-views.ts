/** Creates the page-view modules: the counter of site.config.ts, its store, and the tokens of pages. */
import type { SiteConfig } from '../../app/site-config.ts';
import type { Connections } from '../../database/database.ts';
import { DatabaseFull } from '../../database/errors.ts';
import { createViewCounter } from '../../page-views/count-views.ts';
import type { ForwardedView, HostedCounter } from '../../page-views/counters/hosted-counter.ts';
import { createDatabaseStore } from '../../page-views/database-store.ts';
import { createPageTokens } from '../../page-views/page-token.ts';
import { type PageViewKeys, readPageViewKeys } from '../../page-views/read-secret.ts';
import type { CountedView, DiscardReason, IncomingView, ViewLog } from '../../page-views/view.ts';
import { createViewBuffer } from '../../page-views/view-buffer.ts';
import { createViewCounts } from '../../page-views/view-counts.ts';
import type { ViewStore } from '../../page-views/view-store.ts';
import { createVisitorNumbers } from '../../page-views/visitor-number.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { readPageViewRules } from './page-view-settings.ts';

export interface SitePageViews {
  /** Closing waits for a view that is still being received. */
  receive(view: IncomingView | Promise<IncomingView>): Promise<void>;
  discard(reason: DiscardReason): void;
  /** The token of a page; undefined when counting is off. */
  sign(path: string): string | undefined;
  /** In place of a token, for pages that a CDN keeps. */
  mark(path: string): string | undefined;
  /** The token for the mark of a page. */
  exchange(path: string, mark: string): string | undefined;
  /** The view count of a page, once it is known. */
  countOf(path: string): number | undefined;
  /** Called with the pages that have changed: new tokens or counts. */
  onChange(listener: (paths: string[] | 'all') => void): void;
  /** Received by this process since its start. */
  readTotals(): ViewTotals;
  close(): Promise<void>;
}

export interface ViewTotals {
  counted: number;
  discarded: Partial<Record<DiscardReason, number>>;
}

interface PageViewsOptions {
  site: Pick<SiteConfig, 'pageViews'>;
  settings: Pick<
    Settings,
    'siteUrl' | 'dataFolder' | 'databaseUrl' | 'supabase' | 'pageViewSecret' | 'goatCounterToken'
  >;
  /** The database of the embedded backend; undefined with a hosted project. */
  database?: Pick<Connections, 'sql'> | undefined;
  pathExists: (path: string) => boolean;
  log: Log;
}

/** The destination of counted views. */
interface Sink {
  salts: Pick<ViewStore, 'readSalt'>;
  counts?: Pick<ViewStore, 'count'>;
  onCounted(view: CountedView, whole: () => ForwardedView): void;
  onDiscarded(day: string, reason: DiscardReason): void;
  /** Called once a day: old data is deleted even without visitors. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export async function openPageViews(options: PageViewsOptions): Promise<SitePageViews> {
  const { site, settings, pathExists } = options;
  const { respectDoNotTrack, countryHeader } = site.pageViews;
  const rules = await readPageViewRules(site.pageViews, settings.goatCounterToken);
  if (!rules) return offPageViews;
  const { timeZone, ignoredAddresses } = rules;
  const log: ViewLog = ({ level, message }) => options.log[level](message);
  const keys = await readPageViewKeys(settings.dataFolder, settings.pageViewSecret);
  const tokens = createPageTokens(keys.tokenKey);
  const sink = rules.counter
    ? await openHosted(rules.counter, log)
    : await openOwn(options, keys, () => viewCounter.today(), log);
  const visitors = createVisitorNumbers(sink.salts, {
    onFault: (error) => {
      // The database logs a full disk, once.
      if (error instanceof DatabaseFull) return;
      log({ level: 'warn', message: `No salt for page views: ${String(error)}` });
    },
  });
  const totals: ViewTotals = { counted: 0, discarded: {} };
  const viewCounter = createViewCounter({
    siteUrl: settings.siteUrl,
    tokens,
    pathExists,
    respectDoNotTrack,
    ignoredAddresses,
    countryHeader,
    timeZone,
    visitors,
    // An embedded Postgres is used by this process only.
    isShared: settings.databaseUrl !== undefined || settings.supabase !== undefined,
    onCounted(view, whole) {
      totals.counted += 1;
      sink.onCounted(view, whole);
    },
    onDiscarded(day, reason) {
      totals.discarded[reason] = (totals.discarded[reason] ?? 0) + 1;
      sink.onDiscarded(day, reason);
    },
    log,
  });
  const counts = sink.counts && createViewCounts({ store: sink.counts, log });
  const listeners = new Set<(paths: string[] | 'all') => void>();
  const notify = (paths: string[] | 'all') => {
    for (const listener of listeners) listener(paths);
  };
  counts?.onChange(notify);
  const watch = watchDayChange(tokens.window, () => notify('all'));
  const tidyWatch = watchDayChange(viewCounter.today, () => {
    visitors.prepare(viewCounter.today());
    visitors.forgetBeforeYesterday(viewCounter.today());
    void sink.tidy();
  });
  visitors.prepare(viewCounter.today());
  void sink.tidy();

  /** Views in progress: closing waits for them. */
  const inFlight = new Set<Promise<void>>();
  function receive(view: IncomingView | Promise<IncomingView>): Promise<void> {
    const taking = Promise.resolve(view)
      .then(viewCounter.receive)
      .finally(() => inFlight.delete(taking));
    inFlight.add(taking);
    return taking;
  }

  return {
    receive,
    discard: viewCounter.discard,
    sign: tokens.sign,
    mark: tokens.mark,
    exchange: tokens.exchange,
    countOf: (path) => counts?.of(path),
    onChange: (listener) => void listeners.add(listener),
    readTotals: () => totals,
    async close() {
      watch.close();
      tidyWatch.close();
      counts?.close();
      await Promise.all(inFlight);
      await sink.close();
    },
  };
}

async function openOwn(
  options: PageViewsOptions,
  keys: PageViewKeys,
  today: () => string,
  log: ViewLog,
): Promise<Sink> {
  const { database, settings } = options;
  const store = database ? createDatabaseStore(database) : await openProject(settings, keys);
  const buffer = createViewBuffer({ store, today, log });
  return {
    salts: store,
    counts: store,
    onCounted: buffer.add,
    onDiscarded: buffer.discard,
    // The buffer itself logs that its store is unavailable, and retries.
    tidy: () => buffer.flush().catch(() => {}),
    close: buffer.close,
  };
}

async function openProject(
  { supabase }: PageViewsOptions['settings'],
  { siteKey }: PageViewKeys,
): Promise<ViewStore> {
  if (!supabase) throw new Error('There is neither a database nor a hosted project for page views.');
  const { createHostedStore } = await import('../../page-views/hosted-store.ts');
  return createHostedStore({ url: supabase.url, publicKey: supabase.key, siteKey });
}

/** Nothing is stored here, neither salts nor discarded views. */
async function openHosted(counter: HostedCounter, log: ViewLog): Promise<Sink> {
  const [{ createViewForwarder }, { createMemorySalts }] = await Promise.all([
    import('../../page-views/counters/forward-views.ts'),
    import('../../page-views/memory-salts.ts'),
  ]);
  const forwarder = createViewForwarder({ counter, log });
  return {
    salts: createMemorySalts(),
    onCounted: (_view, whole) => forwarder.add(whole()),
    onDiscarded: () => {},
    tidy: async () => {},
    close: forwarder.close,
  };
}

const offPageViews: SitePageViews = {
  receive: async () => {},
  discard: () => {},
  sign: () => undefined,
  mark: () => undefined,
  exchange: () => undefined,
  countOf: () => undefined,
  onChange: () => {},
  readTotals: () => ({ counted: 0, discarded: {} }),
  close: async () => {},
};

/** Calls back after midnight. A long timer would miss it while the machine sleeps, so the clock is checked every minute. */
function watchDayChange<Day>(day: () => Day, onTurn: () => void, everyMs = 60_000): { close(): void } {
  let known = day();
  const timer = setInterval(() => {
    const current = day();
    if (current === known) return;
    known = current;
    onTurn();
  }, everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
