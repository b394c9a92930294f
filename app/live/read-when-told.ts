export interface RepeatedRead {
  /** Reads at once. */
  begin(): void;
  /** What was read may be outdated: it is read again. */
  again(): void;
  stop(): void;
}

interface RepeatedReadOptions {
  /** Between being told and reading: messages that come in a row are answered by one read. */
  waitMs: number;
  /** Between the end of a read and the next one. */
  pauseMs?: number;
}

/** Reads again whenever told to; one read at a time. `read` handles its errors. */
export function readWhenTold(
  read: () => Promise<void>,
  { waitMs, pauseMs = 0 }: RepeatedReadOptions,
): RepeatedRead {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  /** Told during a read, whose answer may not contain the change. */
  let isOutdated = false;
  let isStopped = false;
  let readAt = 0;

  async function run(): Promise<void> {
    timer = undefined;
    isReading = true;
    isOutdated = false;
    await read();
    isReading = false;
    readAt = performance.now();
    if (isOutdated) again();
  }

  function again(): void {
    if (isReading) isOutdated = true;
    else if (!isStopped)
      timer ??= setTimeout(() => void run(), Math.max(waitMs, readAt + pauseMs - performance.now()));
  }

  return {
    begin: () => void run(),
    again,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
