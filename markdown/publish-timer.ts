/** Calls back when the next scheduled page is due. */
export interface PublishTimer {
  /** Schedules a call at a moment, in milliseconds. The earliest moment counts. */
  wakeAt(moment: number): void;
  close(): void;
}

/** A timer cannot be set further ahead than this, 24 days. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export function createPublishTimer(now: () => Date, onDue: () => void): PublishTimer {
  let due = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    clearTimeout(timer);
    // One millisecond late rather than early: then the page is certainly due.
    const delay = Math.min(MAX_DELAY_MS, Math.max(1, due - now().getTime() + 1));
    timer = setTimeout(wake, delay);
    timer.unref();
  }

  function wake(): void {
    if (due > now().getTime()) {
      start();
      return;
    }
    due = Number.POSITIVE_INFINITY;
    onDue();
  }

  return {
    wakeAt(moment) {
      if (moment >= due) return;
      due = moment;
      start();
    },
    close: () => clearTimeout(timer),
  };
}
