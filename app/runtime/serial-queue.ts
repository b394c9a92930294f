/** Lets tasks run one after the other, in the order in which they came. One that fails does not keep the next from its turn. */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return function enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
}
