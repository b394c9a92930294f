/** What becomes of a fault that no code has caught. It is the last line of defence: where a fault is known, it is handled in its place. */
import type { Log } from '../database/log.ts';

/** When even closing takes longer than this, the process ends all the same. */
const timeoutMs = 15_000;

/**
 * A rejected promise that is not held is written to the log, and the process goes on: it is mostly a connection that was lost at an unlucky
 * moment. After an exception the state of the program is unknown, so the process closes in order and ends with 1.
 */
export function handleUncaughtErrors(options: {
  process: Pick<NodeJS.Process, 'on' | 'exit'>;
  log: Log;
  close: () => Promise<unknown>;
}): void {
  const { process, log, close } = options;
  let isClosing = false;
  const logError = (message: string, fault: unknown) =>
    log({ level: 'error', message, stack: fault instanceof Error ? fault.stack : String(fault) });

  process.on('unhandledRejection', (reason) => {
    logError('A rejected promise was not handled; the process goes on.', reason);
  });
  process.on('uncaughtException', (error) => {
    logError('An exception was not caught; the process closes.', error);
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(1), timeoutMs).unref();
    const end = () => process.exit(1);
    close().then(end, end);
  });
}
