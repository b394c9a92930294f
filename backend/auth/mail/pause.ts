/** A wait that can be cut short, also by a call that comes while nobody is waiting. */
export interface Pause {
  wait(milliseconds: number): Promise<void>;
  end(): void;
}

export function createPause(): Pause {
  let isEnded = false;
  let wake = () => {};

  return {
    async wait(milliseconds) {
      if (!isEnded) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          timer.unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isEnded = false;
    },
    end() {
      isEnded = true;
      wake();
    },
  };
}
