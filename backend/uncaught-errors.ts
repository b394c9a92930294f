/** Handles errors that no code has caught. Known errors are handled where they occur. */
import type { Log } from '../database/log.ts';
import { describeError } from './http/describe-error.ts';

/** After this time the process exits even if closing has not finished. */
const closeTimeoutMs = 15_000;

/**
 * An unhandled rejection is logged, and the process continues: usually it is a lost connection. After an uncaught exception the state of
 * the program is unknown, so the process shuts down and exits with 1.
 */
export function handleUncaughtErrors(options: {
  process: Pick<NodeJS.Process, 'on' | 'exit'>;
  log: Log;
  close: () => Promise<unknown>;
}): void {
  const { process, log, close } = options;
  let isClosing = false;
  const logError = (message: string, fault: unknown) =>
    log({ level: 'error', message, stack: describeError(fault) });

  process.on('unhandledRejection', (reason) => {
    logError('A rejected promise was not handled; the process continues.', reason);
  });
  process.on('uncaughtException', (error) => {
    logError('An exception was not caught; the process closes.', error);
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(1), closeTimeoutMs).unref();
    const end = () => process.exit(1);
    close().then(end, end);
  });
}
