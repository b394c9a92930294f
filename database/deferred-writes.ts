import { DatabaseFull, sqlStateOf } from './errors.ts';
import type { Log } from './log.ts';

type Work = () => Promise<void>;

/** Writes of the start that fail on a full disk: they are retried when there is space. Reads do not wait for them. */
export interface DeferredWrites {
  /** Runs it now if possible. */
  whenWritable(work: Work): Promise<void>;
  /** Retries all deferred writes. Those that still meet a read-only connection wait for the next call. */
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
            message: 'A write that was deferred while the disk was full has failed. Start again.',
            error: String(error),
          });
        }
      }
    },
  };
}
