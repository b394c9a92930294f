/** Changes of the database for subscribers: each sees the rows that row security shows it. */
import type { Connections, Database } from '../../../database/database.ts';
import { DatabaseUnavailable } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import { createActiveBindings } from './active-bindings.ts';
import type { ChangeFeed } from './change-feed.ts';
import { createChangeQueue } from './change-queue.ts';
import { BindingRefused } from './check-bindings.ts';
import type { CheckedFilter } from './check-filters.ts';
import type { PendingChange } from './collect-changes.ts';
import { deliverChanges } from './deliver-changes.ts';
import type { SharedStream } from './shared-stream.ts';
import { activate, createViewers, deactivate, type Subscription, setStatus } from './subscription.ts';
import { createTableDefinitions } from './table-definition.ts';

export interface ChangeFeedOptions {
  stream: SharedStream;
  requests: Database['requests'];
  /** A login that may read the catalog. No caller's statement runs on it. */
  catalogue: Pick<Connections, 'sql' | 'batch'>;
  log: Log;
  /** A larger row is sent without its large values. */
  maxRowBytes?: number;
  /** For a filter, or row security of one caller. */
  timeoutMs?: number;
  /** The pause before a subscription is checked again that could not be. */
  retryMs?: number;
}

const subscribed = 'Subscribed to PostgreSQL';
const unavailable = 'The database is not available.';

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { stream, requests, catalogue, log, timeoutMs = 500, maxRowBytes = 1024 * 1024 } = options;
  const subscriptions = new Set<Subscription>();
  const bindings = createActiveBindings();
  const definitions = createTableDefinitions(catalogue);
  const viewers = createViewers();
  const follower = createFollower({ stream, subscriptions, deliver, log });

  function deliver(changes: readonly PendingChange[]): Promise<void> {
    const limits = { timeoutMs, maxBytes: maxRowBytes, onSlowFilter };
    return deliverChanges({ requests, catalogue, definitions, bindings, log, ...limits }, changes);
  }

  async function start(subscription: Subscription): Promise<void> {
    const check = subscription.checks + 1;
    try {
      const isActive = await activate(subscription, bindings, { requests, catalogue, definitions });
      if (!isActive || subscription.state === 'ok') return;
      subscription.state = 'waiting';
      follower.follow(subscription);
    } catch (error) {
      if (subscription.isClosed || subscription.checks !== check) return;
      deactivate(subscription, bindings);
      if (error instanceof BindingRefused) return setStatus(subscription, 'refused', error.message);
      if (!(error instanceof DatabaseUnavailable)) {
        log({ level: 'error', message: 'A subscription could not be checked.', error: String(error) });
        return setStatus(subscription, 'refused', 'Unable to subscribe to changes with given parameters.');
      }
      if (subscription.state !== 'waiting') setStatus(subscription, 'waiting', unavailable);
      const again = () => {
        if (!subscription.isClosed && subscription.checks === check) start(subscription);
      };
      setTimeout(again, options.retryMs ?? 1000).unref();
    }
  }

  function onSlowFilter({ column, operator, value }: CheckedFilter): void {
    const message = `Unable to subscribe to changes with given parameters. The filter ${column}=${operator}.${value} takes too long.`;
    for (const subscription of [...subscriptions]) {
      const isSlow = subscription.active.some(({ filters }) =>
        filters.some((filter) => filter.operator === operator && filter.value === value),
      );
      if (!isSlow) continue;
      deactivate(subscription, bindings);
      setStatus(subscription, 'refused', message);
    }
  }

  function end(subscription: Subscription): void {
    subscription.isClosed = true;
    subscriptions.delete(subscription);
    deactivate(subscription, bindings);
    viewers.release(subscription.viewer);
    if (subscriptions.size === 0) follower.stop();
  }

  return {
    subscribe(wanted, caller, listener) {
      const viewer = viewers.take(caller);
      const state = 'checking';
      const subscription: Subscription = {
        wanted,
        viewer,
        listener,
        active: [],
        state,
        checks: 0,
        isClosed: false,
      };
      subscriptions.add(subscription);
      start(subscription);
      return {
        setCaller(next) {
          if (subscription.isClosed) return;
          const before = subscription.viewer;
          subscription.viewer = viewers.take(next);
          viewers.release(before);
          // Another role may not read the same columns, and what was refused to one may be allowed to the other.
          if (next.role !== before.role || subscription.state === 'refused') start(subscription);
        },
        close() {
          if (!subscription.isClosed) end(subscription);
        },
      };
    },
    async close() {
      for (const subscription of [...subscriptions]) end(subscription);
      follower.stop();
    },
  };
}

/** Follows the stream while there are subscriptions, and tells them whether it is open. */
function createFollower(options: {
  stream: SharedStream;
  subscriptions: ReadonlySet<Subscription>;
  deliver(changes: readonly PendingChange[]): Promise<void>;
  log: Log;
}) {
  const { stream, subscriptions, deliver, log } = options;
  let isOpen = false;
  let unfollow: (() => void) | undefined;

  const queue = createChangeQueue<PendingChange>({
    deliver,
    onFailed(error) {
      log({ level: 'error', message: 'Database changes were not delivered.', error: String(error) });
      setAll(['ok'], 'waiting', 'Changes of the database were lost.');
      if (isOpen) setAll(['waiting'], 'ok', subscribed);
    },
    sizeOf: ({ change: { record = [], old = [] } }) =>
      [...record, ...old].reduce((total: number, text) => total + (text?.length ?? 0), 0),
  });

  function setAll(states: Subscription['state'][], next: 'ok' | 'waiting', message: string): void {
    for (const subscription of [...subscriptions]) {
      const isActive = subscription.active.length > 0;
      if (isActive && states.includes(subscription.state)) setStatus(subscription, next, message);
    }
  }

  function stop(): void {
    isOpen = false;
    unfollow?.();
    unfollow = undefined;
    queue.clear();
  }

  return {
    follow(subscription: Subscription): void {
      if (isOpen) setStatus(subscription, 'ok', subscribed);
      unfollow ??= stream.follow({
        onTransaction: (changes, commit) => queue.add(changes.map((change) => ({ change, commit }))),
        onOpen() {
          isOpen = true;
          setAll(['waiting'], 'ok', subscribed);
        },
        onLost(message, isFinal) {
          if (isFinal) stop();
          isOpen = false;
          setAll(['ok', 'waiting'], 'waiting', message);
        },
      });
    },
    stop,
  };
}
