/** Receives views, discards those that are not a person's, and passes on the rest. */
import type { BlockList } from 'node:net';
import { createAddressLimit } from './address-limit.ts';
import type { ForwardedView } from './counters/hosted-counter.ts';
import { countryOf, deviceOf, referrerHost } from './describe-view.ts';
import { findDiscardReason } from './find-discard-reason.ts';
import { createLocalClock, type LocalTime } from './local-time.ts';
import type { PageTokens } from './page-token.ts';
import { createReferrerLimit } from './referrer-limit.ts';
import { createReplayGuard, messageKey } from './replay-guard.ts';
import type { CountedView, DiscardReason, IncomingView, ViewLog } from './view.ts';
import type { VisitorNumbers } from './visitor-number.ts';

const logEveryMs = 60_000;

export interface ViewCounterOptions {
  siteUrl: string;
  tokens: PageTokens;
  /** Whether the site has this page. */
  pathExists: (path: string) => boolean;
  respectDoNotTrack: boolean;
  ignoredAddresses: BlockList | undefined;
  /** The request header with the visitor's country, set by a proxy. */
  countryHeader?: string | undefined;
  timeZone: string;
  visitors: VisitorNumbers;
  /** Whether other processes count for the same site, so that two of them may receive the same message. */
  isShared: boolean;
  /** `whole` is used by hosted counters only. */
  onCounted: (view: CountedView, whole: () => ForwardedView) => void;
  onDiscarded: (day: string, reason: DiscardReason) => void;
  log: ViewLog;
  now?: () => number;
}

export interface ViewCounter {
  /** Never rejects: what goes wrong is logged. */
  receive(view: IncomingView): Promise<void>;
  /** For messages that were rejected before they became a view. */
  discard(reason: DiscardReason): void;
  today(): string;
}

export function createViewCounter(options: ViewCounterOptions): ViewCounter {
  const { siteUrl, tokens, visitors, log, now = Date.now } = options;
  const clock = createLocalClock(options.timeZone, now);
  const guard = createReplayGuard(now);
  const addresses = createAddressLimit(now);
  const limitReferrer = createReferrerLimit();

  function findReason(view: IncomingView): DiscardReason | undefined {
    if (!options.pathExists(view.path)) return 'unknown-path';
    return tokens.findFault(view.path, view.token) ?? findDiscardReason(view, options);
  }

  async function handleView(view: IncomingView): Promise<void> {
    const time = clock();
    const reason = findReason(view);
    if (reason) options.onDiscarded(time.day, reason);
    else count(view, time, await visitors.of(time.day, view.address, view.headers.get('user-agent') ?? ''));
  }

  function count(view: IncomingView, { day, hour }: LocalTime, visitor: string): void {
    const message = messageKey(visitor, view.path, view.nonce, now());
    const fault =
      guard.findFault(visitor, message) ??
      (addresses.isCrowded(day, view.address, visitor) ? 'crowded-address' : undefined);
    if (fault) {
      options.onDiscarded(day, fault);
      return;
    }
    const referrer = limitReferrer(day, referrerHost(view.referrer, siteUrl));
    const device = deviceOf(view.headers);
    const country = countryOf(view.headers, options.countryHeader);
    const counted = { day, hour, visitor, path: view.path, referrer, device, country };
    options.onCounted(options.isShared ? { ...counted, message } : counted, () => ({
      url: new URL(view.path, siteUrl).href,
      path: view.path,
      referrer: referrer === null ? '' : view.referrer,
      address: view.address,
      userAgent: view.headers.get('user-agent') ?? '',
      language: view.headers.get('accept-language')?.split(',', 1)[0] ?? '',
      at: now(),
    }));
  }

  let loggedAt = Number.NEGATIVE_INFINITY;
  function logLoss(error: unknown): void {
    if (now() - loggedAt < logEveryMs) return;
    loggedAt = now();
    // Without the view itself: the visitor's address must not be logged.
    log({
      level: 'warn',
      message: `Page views are being lost: ${error instanceof Error ? error.message : 'unknown'}`,
    });
  }

  return {
    receive: (view) => handleView(view).catch(logLoss),
    discard: (reason) => options.onDiscarded(clock().day, reason),
    today: () => clock().day,
  };
}
