/** Runs tasks one after the other, in the order of the calls. A task that fails does not stop the next. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return function enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
}
