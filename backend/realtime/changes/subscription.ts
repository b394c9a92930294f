/** A subscription: what was wanted, and what of it is active. */
import type { DataCaller } from '../../identity/read-caller.ts';
import type { ActiveBinding, ActiveBindings, Subscriber } from './active-bindings.ts';
import type { ChangeBinding } from './change-feed.ts';
import { type CheckBindings, checkBinding } from './check-bindings.ts';
import type { Viewer } from './row-security.ts';

export interface Subscription extends Subscriber {
  /** The bindings of the join. */
  wanted: readonly ChangeBinding[];
  active: ActiveBinding[];
  state: 'checking' | 'waiting' | 'ok' | 'refused';
  /** Increased by every check: the answers of earlier ones are outdated. */
  checks: number;
}

export function setStatus(
  subscription: Subscription,
  state: 'ok' | 'waiting' | 'refused',
  message: string,
): void {
  subscription.state = state;
  subscription.listener.onStatus(state === 'ok' ? 'ok' : 'error', message);
}

/** Checks all bindings, and puts them into the place of those before. False: it was closed, or is checked again, meanwhile. */
export async function activate(
  subscription: Subscription,
  bindings: ActiveBindings,
  options: CheckBindings,
): Promise<boolean> {
  const own = ++subscription.checks;
  const { role } = subscription.viewer;
  const checked = await Promise.all(
    subscription.wanted.map((binding) => checkBinding(options, binding, role)),
  );
  if (subscription.isClosed || subscription.checks !== own) return false;
  deactivate(subscription, bindings);
  subscription.active = checked.map((one) => ({
    ...one,
    id: one.binding.id,
    event: one.binding.event,
    subscriber: subscription,
  }));
  for (const binding of subscription.active) bindings.add(binding);
  return true;
}

export function deactivate(subscription: Subscription, bindings: ActiveBindings): void {
  for (const binding of subscription.active) bindings.remove(binding);
  subscription.active = [];
}

export interface Viewers {
  take(caller: DataCaller): Viewer;
  release(viewer: Viewer): void;
}

/** One object for all subscribers with the same role and claims. */
export function createViewers(): Viewers {
  const viewers = new Map<string, { viewer: Viewer; count: number }>();
  const keyOf = ({ role, claimsText }: Viewer) => `${role}\n${claimsText}`;
  return {
    take({ role, claimsText }) {
      const key = keyOf({ role, claimsText });
      const entry = viewers.get(key) ?? { viewer: { role, claimsText }, count: 0 };
      entry.count += 1;
      viewers.set(key, entry);
      return entry.viewer;
    },
    release(viewer) {
      const entry = viewers.get(keyOf(viewer));
      if (entry === undefined) return;
      entry.count -= 1;
      if (entry.count === 0) viewers.delete(keyOf(viewer));
    },
  };
}
