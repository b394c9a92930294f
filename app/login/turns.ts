/** Takes tasks one after the other, in the order in which they were asked for. */
export interface Turns {
  isIdle(): boolean;
  /** Whether the same is under way or waits already: then it was pressed once too often. */
  isTaken(about: unknown): boolean;
  take<Result>(about: unknown, task: () => Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const taken = new Set<unknown>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    isIdle: () => taken.size === 0,
    isTaken: (about) => taken.has(about),
    take(about, task) {
      taken.add(about);
      const turn = last.then(task).finally(() => taken.delete(about));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
