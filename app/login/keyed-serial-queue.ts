import { createTurns } from '../runtime/serial-queue.ts';

/** Tasks that take turns and are known by what they are about. */
export interface KnownTurns {
  isIdle(): boolean;
  /** Whether the same is under way or waits already: then it was pressed once too often. */
  isTaken(about: unknown): boolean;
  take<Result>(about: unknown, task: () => Promise<Result>): Promise<Result>;
}

export function createKnownTurns(): KnownTurns {
  const taken = new Set<unknown>();
  const inTurn = createTurns();
  return {
    isIdle: () => taken.size === 0,
    isTaken: (about) => taken.has(about),
    take(about, task) {
      taken.add(about);
      return inTurn(task).finally(() => taken.delete(about));
    },
  };
}
