/**
 * One writer per upload. A disconnected client may return before its old connection is known to be dead: the old writer is aborted, and the
 * new one waits until it has stopped.
 */
export interface UploadLocks {
  acquire(id: string): Promise<UploadLock>;
}

export interface UploadLock {
  /** Aborted when another request wants the lock. */
  signal: AbortSignal;
  release(): void;
}

export function createUploadLocks(): UploadLocks {
  const writers = new Map<string, { controller: AbortController; ended: Promise<void> }>();
  return {
    async acquire(id) {
      for (let writer = writers.get(id); writer; writer = writers.get(id)) {
        writer.controller.abort();
        await writer.ended;
      }
      const controller = new AbortController();
      let finish = () => {};
      const ended = new Promise<void>((done) => {
        finish = done;
      });
      writers.set(id, { controller, ended });
      return {
        signal: controller.signal,
        release() {
          writers.delete(id);
          finish();
        },
      };
    },
  };
}
