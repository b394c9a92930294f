/** Changes of the database for subscribers: each sees the rows that row security shows it. */
import type { Connections, Database } from '../../../database/database.ts';
import { DatabaseUnavailable } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';
import type { DataCaller } from '../../identity/read-caller.ts';
import { type ActiveBinding, createActiveBindings, type Subscriber } from './active-bindings.ts';
import type { ChangeBinding, ChangeFeed, ChangeSubscription } from './change-feed.ts';
import { createChangeQueue } from './change-queue.ts';
import { BindingRefused, checkBinding } from './check-bindings.ts';
import type { CheckedFilter } from './check-filters.ts';
import { deliverChanges, type PendingChange } from './deliver-changes.ts';
import type { Viewer } from './row-security.ts';
import type { SharedStream } from './shared-stream.ts';
import { createTableDefinitions } from './table-definition.ts';

export interface ChangeFeedOptions {
  stream: SharedStream;
  requests: Database['requests'];
  /** A login that may read the catalogue. No caller's statement runs on it. */
  catalogue: Pick<Connections, 'sql' | 'batch'>;
  log: Log;
  /** A larger row is sent without its large values. */
  maxRowBytes?: number;
  /** For a filter, or row security of one caller. */
  timeoutMs?: number;
  retryMs?: number;
}

const subscribed = 'Subscribed to PostgreSQL';
const unavailable = 'The database is not available.';

interface Subscription extends Subscriber {
  /** The bindings of the join. */
  wanted: readonly ChangeBinding[];
  active: ActiveBinding[];
  state: 'checking' | 'waiting' | 'ok' | 'refused';
  /** Checks of an earlier caller are outdated. */
  check: number;
}

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { stream, requests, catalogue, log, timeoutMs = 1000, retryMs = 1000 } = options;
  const subscriptions = new Set<Subscription>();
  const bindings = createActiveBindings();
  const definitions = createTableDefinitions(catalogue);
  const viewers = createViewers();
  let isOpen = false;
  let unfollow: (() => void) | undefined;

  const queue = createChangeQueue<PendingChange>({
    deliver: (changes) =>
      deliverChanges(
        {
          requests,
          catalogue,
          definitions,
          bindings,
          log,
          maxBytes: options.maxRowBytes ?? 1024 * 1024,
          timeoutMs,
          onSlowFilter: refuseSlowFilter,
        },
        changes,
      ),
    onFailed(error) {
      log({ level: 'error', message: 'Database changes were not delivered.', error: String(error) });
      interrupt('Changes of the database were lost.');
      resume();
    },
    sizeOf: ({ change: { record = [], old = [] } }) =>
      [...record, ...old].reduce((total: number, text) => total + (text?.length ?? 0), 0),
  });

  function setStatus(subscription: Subscription, state: 'ok' | 'waiting' | 'refused', message: string): void {
    subscription.state = state;
    subscription.listener.onStatus(state === 'ok' ? 'ok' : 'error', message);
  }

  function interrupt(message: string): void {
    for (const subscription of [...subscriptions])
      if (subscription.state === 'ok') setStatus(subscription, 'waiting', message);
  }

  function resume(): void {
    if (!isOpen) return;
    for (const subscription of [...subscriptions])
      if (subscription.state === 'waiting') setStatus(subscription, 'ok', subscribed);
  }

  function follow(): void {
    unfollow ??= stream.follow({
      onTransaction: (changes, { timestamp }) => queue.add(changes.map((change) => ({ change, timestamp }))),
      onOpen() {
        isOpen = true;
        resume();
      },
      onLost(message, isFinal) {
        isOpen = false;
        queue.clear();
        if (isFinal) stopFollowing();
        for (const subscription of [...subscriptions])
          if (subscription.state === 'ok' || subscription.state === 'waiting')
            setStatus(subscription, 'waiting', message);
      },
    });
  }

  function stopFollowing(): void {
    isOpen = false;
    unfollow?.();
    unfollow = undefined;
  }

  /** Checks all bindings, and puts them into place of those before. */
  async function check(subscription: Subscription): Promise<void> {
    const own = ++subscription.check;
    const isOutdated = () => subscription.isClosed || subscription.check !== own;
    try {
      const { role } = subscription.viewer;
      const checked = [];
      for (const binding of subscription.wanted)
        checked.push(await checkBinding({ requests, catalogue, definitions }, binding, role));
      if (isOutdated()) return;
      deactivate(subscription);
      subscription.active = checked.map((one) => ({
        ...one,
        id: one.binding.id,
        event: one.binding.event,
        subscriber: subscription,
      }));
      for (const binding of subscription.active) bindings.add(binding);
      if (subscription.state === 'ok') return;
      subscription.state = 'waiting';
      follow();
      resume();
    } catch (error) {
      if (isOutdated()) return;
      deactivate(subscription);
      if (error instanceof BindingRefused) return setStatus(subscription, 'refused', error.message);
      if (!(error instanceof DatabaseUnavailable))
        log({ level: 'error', message: 'A subscription could not be checked.', error: String(error) });
      if (subscription.state === 'ok') setStatus(subscription, 'waiting', unavailable);
      else if (own === 1) setStatus(subscription, 'waiting', unavailable);
      subscription.state = 'checking';
      setTimeout(() => {
        if (!isOutdated()) check(subscription);
      }, retryMs).unref();
    }
  }

  function deactivate(subscription: Subscription): void {
    for (const binding of subscription.active) bindings.remove(binding);
    subscription.active = [];
  }

  function refuseSlowFilter(filter: CheckedFilter): void {
    for (const subscription of [...subscriptions]) {
      const isSlow = subscription.active.some(({ filters }) =>
        filters.some((one) => one.operator === filter.operator && one.value === filter.value),
      );
      if (!isSlow) continue;
      deactivate(subscription);
      setStatus(
        subscription,
        'refused',
        `Unable to subscribe to changes with given parameters. The filter ${filter.column}=${filter.operator}.${filter.value} takes too long.`,
      );
    }
  }

  return {
    subscribe(wanted, caller, listener): ChangeSubscription {
      const subscription: Subscription = {
        wanted,
        caller,
        viewer: viewers.take(caller),
        listener,
        active: [],
        state: 'checking',
        check: 0,
        isClosed: false,
      };
      subscriptions.add(subscription);
      check(subscription);
      return {
        setCaller(next) {
          if (subscription.isClosed) return;
          const { role } = subscription.viewer;
          viewers.release(subscription.viewer);
          subscription.viewer = viewers.take(next);
          subscription.caller = next;
          // Another role may not read the same columns, and what was refused to one may be allowed to the other.
          if (next.role !== role || subscription.state === 'refused') check(subscription);
        },
        close() {
          if (subscription.isClosed) return;
          subscription.isClosed = true;
          subscriptions.delete(subscription);
          deactivate(subscription);
          viewers.release(subscription.viewer);
          if (subscriptions.size === 0) stopFollowing();
        },
      };
    },
    async close() {
      for (const subscription of subscriptions) {
        subscription.isClosed = true;
        deactivate(subscription);
      }
      subscriptions.clear();
      stopFollowing();
      queue.clear();
    },
  };
}

/** One object for all subscribers with the same role and claims. */
function createViewers() {
  const viewers = new Map<string, { viewer: Viewer; count: number }>();
  const keyOf = ({ role, claimsText }: Viewer) => `${role}\n${claimsText}`;
  return {
    take({ role, claimsText }: DataCaller): Viewer {
      const key = keyOf({ role, claimsText });
      const entry = viewers.get(key) ?? { viewer: { role, claimsText }, count: 0 };
      entry.count += 1;
      viewers.set(key, entry);
      return entry.viewer;
    },
    release(viewer: Viewer): void {
      const entry = viewers.get(keyOf(viewer));
      if (entry === undefined) return;
      entry.count -= 1;
      if (entry.count === 0) viewers.delete(keyOf(viewer));
    },
  };
}
