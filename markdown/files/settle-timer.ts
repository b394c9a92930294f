/** Calls back once after a burst of changes: `git checkout` deletes and writes files in several steps. */
export interface SettleTimer {
  restart(): void;
  close(): void;
}

const QUIET_MS = 300;
const MAX_WAIT_MS = 3000;

export function createSettleTimer(onQuiet: () => void): SettleTimer {
  let timer: NodeJS.Timeout | undefined;
  let since: number | undefined;
  return {
    restart() {
      since ??= performance.now();
      if (timer && performance.now() - since > MAX_WAIT_MS) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        since = undefined;
        timer = undefined;
        onQuiet();
      }, QUIET_MS);
      timer.unref();
    },
    close: () => clearTimeout(timer),
  };
}
