/**
 * Runs at once for the first item. Items that arrive during a run wait for its end and are then run together, so that one
 * statement handles many.
 */
export function createBatcher<Item>(
  run: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();

  function runWaiting(): Promise<void> {
    const items = waiting;
    waiting = [];
    next = undefined;
    const running = run(items);
    last = running.catch(() => {});
    return running;
  }

  return (item) => {
    waiting.push(item);
    next ??= last.then(runWaiting);
    return next;
  };
}
