/** Receives views, discards those that are not a person's, and passes on the rest. */
import type { BlockList } from 'node:net';
import { createAddressLimit } from './address-limit.ts';
import { findDiscardReason } from './classify-view.ts';
import type { ForwardedView } from './counters/hosted-counter.ts';
import { countryOf, deviceOf, referrerHost } from './describe-view.ts';
import { hashKey } from './hash-key.ts';
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
  /** Undefined when it is done synchronously, which is the usual case: a promise per view would cost more than the rest. */
  receive(view: IncomingView): Promise<void> | undefined;
  /** For messages that were rejected before they became a view. */
  discard(reason: DiscardReason): void;
  today(): string;
}

export function createViewCounter(options: ViewCounterOptions): ViewCounter {
  const { siteUrl, tokens, visitors, log, now = Date.now } = options;
  const clock = createLocalClock(options.timeZone, now);
  const guard = createReplayGuard(now);
  const copiedHeaders = ['user-agent', 'accept-language', 'sec-ch-ua-mobile', options.countryHeader ?? ''];
  const addresses = createAddressLimit(now);
  const limitReferrer = createReferrerLimit();

  function findReason(view: IncomingView): DiscardReason | undefined {
    if (!options.pathExists(view.path)) return 'unknown-path';
    return tokens.findFault(view.path, view.token) ?? findDiscardReason(view, options);
  }

  function handleView(view: IncomingView): Promise<void> | undefined {
    const time = clock();
    const reason = findReason(view);
    if (reason) {
      options.onDiscarded(time.day, reason);
      return undefined;
    }
    const visitor = visitors.of(time.day, view.address, view.headers.get('user-agent') ?? '');
    if (typeof visitor !== 'string') return countLater(withoutRequest(view, copiedHeaders), time, visitor);
    count(view, time, visitor);
    return undefined;
  }

  async function countLater(view: IncomingView, time: LocalTime, visitor: Promise<string>): Promise<void> {
    count(view, time, await visitor);
  }

  function count(view: IncomingView, { day, hour }: LocalTime, visitor: string): void {
    const fault =
      guard.findFault(visitor, view.path, view.nonce) ??
      (addresses.isCrowded(day, view.address, visitor) ? 'crowded-address' : undefined);
    if (fault) {
      options.onDiscarded(day, fault);
      return;
    }
    const referrer = limitReferrer(day, referrerHost(view.referrer, siteUrl));
    const device = deviceOf(view.headers);
    const country = countryOf(view.headers, options.countryHeader);
    const counted = { day, hour, visitor, path: view.path, referrer, device, country };
    const name = options.isShared && messageKey(visitor, view.path, view.nonce, now());
    options.onCounted(name ? { ...counted, message: hashKey(name) } : counted, () => ({
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
    receive(view) {
      try {
        return handleView(view)?.catch(logLoss);
      } catch (error) {
        logLoss(error);
        return undefined;
      }
    },
    discard: (reason) => options.onDiscarded(clock().day, reason),
    today: () => clock().day,
  };
}

/**
 * A waiting view must not keep its request alive: the garbage collector would promote it to the old generation with everything it
 * references, which causes pauses of tens of milliseconds.
 */
function withoutRequest(view: IncomingView, names: readonly string[]): IncomingView {
  return { ...view, headers: copyHeaders(view.headers, names) };
}

function copyHeaders(headers: IncomingView['headers'], names: readonly string[]): IncomingView['headers'] {
  return toReader(new Map(names.filter(Boolean).map((name) => [name, headers.get(name)])));
}

/** A separate function, so that the closure keeps nothing else alive. */
function toReader(kept: ReadonlyMap<string, string | null>): IncomingView['headers'] {
  return { get: (name) => kept.get(name) ?? null };
}
