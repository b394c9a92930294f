/** A sleep that can be interrupted, also by a call before it begins. */
export interface InterruptibleSleep {
  wait(milliseconds: number): Promise<void>;
  interrupt(): void;
}

export function createInterruptibleSleep(): InterruptibleSleep {
  let isInterrupted = false;
  let wake = () => {};

  return {
    async wait(milliseconds) {
      if (!isInterrupted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          timer.unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isInterrupted = false;
    },
    interrupt() {
      isInterrupted = true;
      wake();
    },
  };
}
