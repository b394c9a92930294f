/**
 * Sends views to a hosted counter in the background, a few at a time. Views that a failing counter does not accept are lost, which is
 * logged.
 */
import type { ViewLog } from '../view.ts';
import type { ForwardedView, HostedCounter } from './hosted-counter.ts';

export interface ViewForwarder {
  add(view: ForwardedView): void;
  /** Sends the waiting views, within the request timeout. */
  close(): Promise<void>;
}

interface ForwarderOptions {
  counter: HostedCounter;
  log: ViewLog;
  fetch?: typeof fetch;
  /** How long views are collected for a batch. */
  waitMs?: number;
}

const maxWaiting = 10_000;
const maxConcurrentRequests = 8;
const timeoutMs = 5_000;
/** Repeated failures are logged at most once per period. */
const logEveryMs = 60_000;

export function createViewForwarder(options: ForwarderOptions): ViewForwarder {
  const { counter, log, fetch: send = fetch, waitMs = 500 } = options;
  let waiting: ForwardedView[] = [];
  let timer: NodeJS.Timeout | undefined;
  const sending = new Set<Promise<void>>();
  let lost = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function logLoss(count: number, why: string): void {
    lost += count;
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    log({ level: 'warn', message: `${lost} page views did not reach ${counter.name}: ${why}` });
    lost = 0;
  }

  async function deliver(views: ForwardedView[]): Promise<void> {
    try {
      const response = await send(counter.toRequest(views), { signal: AbortSignal.timeout(timeoutMs) });
      const text = await response.text();
      if (!response.ok) logLoss(views.length, `it answered ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      logLoss(views.length, String(error));
    }
  }

  function sendWaiting(): void {
    timer = undefined;
    while (waiting.length > 0 && sending.size < maxConcurrentRequests) {
      const delivery = deliver(waiting.splice(0, counter.batchSize)).finally(() => {
        sending.delete(delivery);
        sendWaiting();
      });
      sending.add(delivery);
    }
  }

  return {
    add(view) {
      if (waiting.length >= maxWaiting) logLoss(1, 'too many are waiting');
      else waiting.push(view);
      if (counter.batchSize === 1) sendWaiting();
      else timer ??= setTimeout(sendWaiting, waitMs);
    },
    async close() {
      clearTimeout(timer);
      sendWaiting();
      while (sending.size > 0) await Promise.all(sending);
      waiting = [];
    },
  };
}
