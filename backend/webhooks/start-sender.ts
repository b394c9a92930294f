import { sqlStateOf } from '../../database/errors.ts';
import type { Log } from '../../database/log.ts';
import { BoundedMap } from '../http/bounded-map.ts';
import type { OutgoingFetch } from '../http/outgoing-fetch.ts';
import { deliverRequest } from './deliver-request.ts';
import { createRecordResult, faultMs } from './record-result.ts';
import {
  type ClaimedRequest,
  claimDue,
  type DeliveryResult,
  readNextDue,
  removeOldResponses,
  type WebhookDatabase,
} from './request-store.ts';

export interface SenderTimes {
  /** Between the attempts; there is one attempt more than pauses. */
  pausesMs: readonly number[];
  /** How long after a request's own limit another process sends it, because this one must have died. */
  graceMs: number;
}

export interface SenderOptions {
  database: WebhookDatabase;
  outgoing: OutgoingFetch;
  /** New requests are not announced, so that they have to be looked for. */
  isPolling: boolean;
  times?: SenderTimes | undefined;
  log: Log;
}

export interface Sender {
  /** Looks for requests now. */
  wake(): void;
  /** Waits a while for those that are being sent. The others, and those that need longer, stay in the queue. */
  close(): Promise<void>;
}

const minute = 60_000;
const defaultTimes: SenderTimes = { pausesMs: [5000, minute, 10 * minute, 45 * minute], graceMs: 15_000 };
const atOnce = 20;
/** Requests are announced; this is for a lost announcement, and for old responses. */
const idleMs = 5 * minute;
const pollMs = 5000;
const closeWithinMs = 5000;
const undefinedObjects = ['42P01', '3F000'];

/** Sends due requests, several at once. Any number of processes share the queue. */
export function startSender(options: SenderOptions): Sender {
  const { database, log } = options;
  const { pausesMs, graceMs } = options.times ?? defaultTimes;
  const logHost = createHostLog(log);
  const record = createRecordResult({ database, isClosing: () => isClosing, log });
  const inProgress = new Map<string, Promise<void>>();
  const maxPauseMs = options.isPolling ? pollMs : idleMs;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isRunning = false;
  let isAsked = false;
  let isClosing = false;
  let isFaulty = false;
  /** Whether the last query may have left out due requests. */
  let isFull = false;
  let cleanedAt = Number.NEGATIVE_INFINITY;

  function wake(): void {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    running = run();
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    let pauseMs = maxPauseMs;
    while (isAsked && !isClosing) {
      isAsked = false;
      pauseMs = await sendDue().catch(noteFault);
    }
    isRunning = false;
    if (!isClosing) timer = setTimeout(wake, pauseMs).unref();
  }

  /** Starts what is due, and returns the milliseconds until the next query. */
  async function sendDue(): Promise<number> {
    const maxCount = atOnce - inProgress.size;
    isFull = true;
    if (maxCount <= 0) return maxPauseMs;
    const claimed = await claimDue(database, { maxCount, graceMs, inProgress: [...inProgress.keys()] });
    for (const request of claimed) track(request);
    isFull = claimed.length === maxCount;
    isFaulty = false;
    if (isFull) return maxPauseMs;
    if (performance.now() - cleanedAt >= idleMs) {
      await removeOldResponses(database);
      cleanedAt = performance.now();
    }
    const nextMs = await readNextDue(database, [...inProgress.keys()]);
    return nextMs === undefined ? maxPauseMs : Math.min(maxPauseMs, Math.max(10, Math.ceil(nextMs)));
  }

  function noteFault(error: unknown): number {
    // The stand-in was dropped.
    if (undefinedObjects.includes(sqlStateOf(error) ?? '')) return idleMs;
    if (!isFaulty)
      log({ level: 'warn', message: 'The queue of webhooks cannot be read.', error: String(error) });
    isFaulty = true;
    return faultMs;
  }

  function track(request: ClaimedRequest): void {
    const work = send(request).then((isPostponed) => {
      inProgress.delete(request.id);
      // The next query finds out when it is due again, and what else is.
      if (isFull || isPostponed) wake();
    });
    inProgress.set(request.id, work);
  }

  /** Returns whether the request is sent again later. */
  async function send(request: ClaimedRequest): Promise<boolean> {
    const isOver = request.attempt > pausesMs.length + 1;
    const result = isOver ? neverEnded : await deliverRequest(options.outgoing, request);
    const retryMs = result.isTemporary ? pausesMs[request.attempt - 1] : undefined;
    logHost(request.url, result);
    await record({ request, result, retryMs });
    return retryMs !== undefined;
  }

  wake();
  return {
    wake,
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await running;
      let limit: NodeJS.Timeout | undefined;
      const tooLong = new Promise((resolve) => {
        limit = setTimeout(resolve, closeWithinMs);
      });
      await Promise.race([Promise.all(inProgress.values()), tooLong]);
      clearTimeout(limit);
    },
  };
}

/** Each attempt has ended with its process. */
const neverEnded: DeliveryResult = {
  isTimedOut: false,
  error: 'The request was given up: the process ended during each attempt.',
  isTemporary: false,
};

/** Logs when a host begins to fail and when it answers again, and not each of its requests. The rest of a URL may hold a secret. */
function createHostLog(log: Log): (url: string, result: DeliveryResult) => void {
  const failing = new BoundedMap<true>(1000);
  return (url, { status, error, isTemporary }) => {
    const host = URL.parse(url)?.origin ?? 'an invalid address';
    const hasFailed = error !== undefined || isTemporary;
    if (hasFailed && !failing.get(host))
      log({ level: 'warn', message: `Webhooks to ${host} fail.`, error: error ?? `status ${status}` });
    if (!hasFailed && failing.get(host)) log({ level: 'info', message: `${host} answers webhooks again.` });
    if (hasFailed) failing.set(host, true);
    else failing.delete(host);
  };
}
