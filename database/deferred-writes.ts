import { DatabaseFull, sqlStateOf } from './errors.ts';
import type { Log } from './log.ts';

type Work = () => Promise<void>;

/** What a start wants to write while the disk is full: it is done when there is room, and nothing that only reads waits for it. */
export interface DeferredWrites {
  /** Does it now if that is possible. */
  whenWritable(work: Work): Promise<void>;
  /** There is room: does all that waits. What still meets a connection that only reads waits for the next call. */
  resume(): Promise<void>;
}

const readOnlyTransaction = '25006';

export function createDeferredWrites(log: Log): DeferredWrites {
  const waiting = new Set<Work>();
  return {
    async whenWritable(work) {
      await work().catch((error: unknown) => {
        if (!(error instanceof DatabaseFull)) throw error;
        waiting.add(work);
      });
    },
    async resume() {
      for (const work of waiting) {
        try {
          await work();
          waiting.delete(work);
        } catch (error) {
          if (error instanceof DatabaseFull || sqlStateOf(error) === readOnlyTransaction) continue;
          waiting.delete(work);
          log({
            level: 'error',
            message: 'What was to be written when there is room failed. Start again.',
            error: String(error),
          });
        }
      }
    },
  };
}
