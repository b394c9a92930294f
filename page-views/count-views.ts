/** Takes views, sorts out what is not a person's, and hands the rest on. The table of contents of this room. */
import type { BlockList } from 'node:net';
import { findDiscardReason } from './classify-view.ts';
import type { ForwardedView } from './counters/hosted-counter.ts';
import { countryOf, deviceOf, referrerHost } from './describe-view.ts';
import { createLocalClock } from './local-time.ts';
import type { PageTokens } from './page-token.ts';
import { createReferrerLimit } from './referrer-limit.ts';
import { createReplayGuard } from './replay-guard.ts';
import type { CountedView, DiscardReason, IncomingView, ViewLog } from './view.ts';
import type { VisitorNumbers } from './visitor-number.ts';

const complainEveryMs = 60_000;

export interface ViewRoomOptions {
  siteUrl: string;
  tokens: PageTokens;
  /** Whether the site has this page. */
  pathExists: (path: string) => boolean;
  respectDoNotTrack: boolean;
  ignoredAddresses: BlockList;
  /** The header in which a proxy names the visitor's country. */
  countryHeader?: string | undefined;
  timeZone: string;
  visitors: VisitorNumbers;
  /** `whole` is for a hosted counter; nobody else looks at it. */
  onCounted: (view: CountedView, whole: () => ForwardedView) => void;
  onDiscarded: (day: string, reason: DiscardReason) => void;
  log: ViewLog;
  now?: () => number;
}

export interface ViewRoom {
  receive(view: IncomingView): Promise<void>;
  /** For what the door turned away before it was a view. */
  discard(reason: DiscardReason): void;
  today(): string;
}

export function createViewRoom(options: ViewRoomOptions): ViewRoom {
  const { siteUrl, tokens, visitors, log, now = Date.now } = options;
  const clock = createLocalClock(options.timeZone, now);
  const guard = createReplayGuard(now);
  const limitReferrer = createReferrerLimit();

  function findReason(view: IncomingView): DiscardReason | undefined {
    if (!options.pathExists(view.path)) return 'unknown-path';
    return tokens.findFault(view.path, view.token) ?? findDiscardReason(view, options);
  }

  async function take(view: IncomingView): Promise<void> {
    const { day, hour } = clock();
    const reason = findReason(view);
    if (reason) return options.onDiscarded(day, reason);
    const userAgent = view.headers.get('user-agent') ?? '';
    const visitor = await visitors.of(day, view.address, userAgent);
    const fault = guard.findFault(visitor, view.path, view.nonce);
    if (fault) return options.onDiscarded(day, fault);
    const referrer = limitReferrer(day, referrerHost(view.referrer, siteUrl));
    const device = deviceOf(view.headers);
    const country = countryOf(view.headers, options.countryHeader);
    options.onCounted({ day, hour, visitor, path: view.path, referrer, device, country }, () => ({
      url: new URL(view.path, siteUrl).href,
      path: view.path,
      referrer: referrer === null ? '' : view.referrer,
      address: view.address,
      userAgent,
      language: view.headers.get('accept-language')?.split(',', 1)[0] ?? '',
      at: now(),
    }));
  }

  let complainedAt = Number.NEGATIVE_INFINITY;
  function complain(error: unknown): void {
    if (now() - complainedAt < complainEveryMs) return;
    complainedAt = now();
    // Without the view itself: the visitor's address must not get into the log.
    log({
      level: 'warn',
      message: `Page views are being lost: ${error instanceof Error ? error.message : 'unknown'}`,
    });
  }

  return {
    receive: (view) => take(view).catch(complain),
    discard: (reason) => options.onDiscarded(clock().day, reason),
    today: () => clock().day,
  };
}
