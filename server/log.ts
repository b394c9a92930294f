/** The log: one line per entry, collected and written in batches. */
import { createJsonLines } from './log-json.ts';
import type { LogFields, LogLevel, RequestLine } from './log-lines.ts';
import { createTerminalLines } from './log-terminal.ts';

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface ProcessLog extends Log {
  request(line: RequestLine): void;
  /** Printed at once and without redaction, for the user at the terminal: the link to the mail page contains a secret. */
  notice(message: string): void;
  /** Writes the collected lines. */
  flush(): void;
}

export interface LogOptions {
  write(text: string): void;
  now?: () => number;
  /** For people. Otherwise each line is JSON, for log collectors. */
  isTerminal?: boolean;
  hasColors?: boolean;
}

const batchSize = 16_384;
const batchMs = 50;

export function createLog({
  write,
  now = Date.now,
  isTerminal = false,
  hasColors = false,
}: LogOptions): ProcessLog {
  const lines = isTerminal ? createTerminalLines(now, hasColors) : createJsonLines(now);
  let batch = '';
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (batch === '') return;
    const text = batch;
    batch = '';
    write(text);
  }

  function add(line: string): void {
    batch += line;
    if (batch.length >= batchSize) flush();
    else timer ??= setTimeout(flush, batchMs);
  }

  function record(level: LogLevel, message: string, fields: LogFields | undefined): void {
    add(lines.entry(level, message, fields));
    // An error must be visible even if the process dies of it.
    if (level === 'error') flush();
  }

  return {
    info: (message, fields) => record('info', message, fields),
    warn: (message, fields) => record('warn', message, fields),
    error: (message, fields) => record('error', message, fields),
    request(line) {
      const query = line.url.indexOf('?');
      const path = query === -1 ? line.url : line.url.slice(0, query);
      add(lines.request(line.status >= 500 ? 'error' : 'info', path, line));
    },
    notice(message) {
      add(lines.notice(message));
      flush();
    },
    flush,
  };
}
