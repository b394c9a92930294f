/**
 * One writer for each upload. A client that was cut off comes back before its old connection is known to be dead: the old writer is told
 * to stop, and the new one waits until it has.
 */
export interface UploadLocks {
  acquire(id: string): Promise<UploadLock>;
}

export interface UploadLock {
  /** Somebody else wants to go on. */
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
