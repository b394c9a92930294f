/** Collects spans and sends them in batches. Its length is limited, and no request waits for it. */
import { toErrorMessage } from '../../backend/http/describe-error.ts';
import type { Log } from '../log.ts';

export interface SpanQueue<Span> {
  add(span: Span): void;
  /** Sends what waits, once and for a limited time. */
  close(): Promise<void>;
}

export interface SpanQueueOptions<Span> {
  url: string;
  headers: Record<string, string>;
  write(spans: readonly Span[]): string;
  log: Log;
  limits?: Partial<typeof defaultLimits>;
}

export const defaultLimits = {
  /** What comes while so many wait is dropped. */
  maxWaiting: 2048,
  batchSize: 512,
  everyMs: 5000,
  sendMs: 10_000,
  closeMs: 3000,
};

/** Answers that ask to try again, by the specification of OTLP. */
const retriedStatuses = [429, 502, 503, 504];

export function createSpanQueue<Span>(options: SpanQueueOptions<Span>): SpanQueue<Span> {
  const { url, headers, write, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const waiting: Span[] = [];
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isFailing = false;
  let dropped = 0;

  /** True when the spans are done with: taken, or refused for good. */
  async function sendBatch(spans: readonly Span[]): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: write(spans),
        redirect: 'error',
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(limits.sendMs)]),
      });
      await response.body?.cancel();
      if (response.ok) noteSuccess();
      else noteFailure(`it answered ${response.status}`);
      if (retriedStatuses.includes(response.status)) return false;
      if (!response.ok) dropped += spans.length;
      return true;
    } catch (error) {
      noteFailure(toErrorMessage(error instanceof Error && error.cause ? error.cause : error));
      return false;
    }
  }

  /** Once for each outage. */
  function noteFailure(reason: string): void {
    if (!isFailing) log.warn(`Traces cannot be sent to ${url}: ${reason}`);
    isFailing = true;
  }

  function noteSuccess(): void {
    if (isFailing) log.info(`Traces are sent again. Spans that were dropped: ${dropped}.`);
    isFailing = false;
    dropped = 0;
  }

  /** Sends batches until no more than `most` spans wait, and at least one batch. */
  async function sendBatches(most: number): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, limits.batchSize);
      if (!(await sendBatch(batch))) return;
      waiting.splice(0, batch.length);
      if (waiting.length <= most) return;
    }
  }

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendBatches(limits.batchSize - 1).finally(() => {
      sending = undefined;
      if (waiting.length > 0) schedule();
    });
  }

  function schedule(): void {
    timer ??= setTimeout(send, limits.everyMs).unref();
  }

  return {
    add(span) {
      if (waiting.length >= limits.maxWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      // While nothing can be sent, it is tried from time to time only.
      if (waiting.length >= limits.batchSize && !isFailing) send();
      else schedule();
    },
    async close() {
      setTimeout(() => ended.abort(new Error('it did not answer')), limits.closeMs).unref();
      await sending;
      clearTimeout(timer);
      await sendBatches(0);
      if (waiting.length > 0) log.warn(`Spans that were not sent: ${waiting.length}.`);
    },
  };
}
