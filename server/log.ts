/** The log: one line of JSON for each thing that happened, collected and written in batches. */
import { isSecretName, redact, redacted } from './redact.ts';

export type LogFields = Record<string, unknown>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export interface RequestLine {
  method: string;
  /** Path and query as they came; the query is not written. */
  url: string;
  status: number;
  ms: number;
  bytes: number;
  id: string;
  /** The client left before the answer was complete. */
  aborted?: boolean;
}

export interface ProcessLog extends Log {
  request(line: RequestLine): void;
  /** Writes what was collected. */
  flush(): void;
}

export interface LogOptions {
  write(text: string): void;
  now?: () => number;
}

const batchSize = 16_384;
const batchMs = 50;
/** Printable ASCII without `"` and `\`: what can stand between quotation marks in JSON as it is. */
const plainText = /^[ !#-[\]-~]*$/;

export function createLog({ write, now = Date.now }: LogOptions): ProcessLog {
  let batch = '';
  let timer: NodeJS.Timeout | undefined;
  let clockMs = -1;
  let clockText = '';

  /** Formatting the time costs more than the rest of a line, and many lines share a millisecond. */
  function time(): string {
    const ms = now();
    if (ms !== clockMs) {
      clockMs = ms;
      clockText = new Date(ms).toISOString();
    }
    return clockText;
  }

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

  function record(level: string, message: string, fields: LogFields | undefined): void {
    add(`${JSON.stringify({ time: time(), level, message, ...fields }, toSafeValue)}\n`);
    // What went wrong must be on the screen even if the process dies of it.
    if (level === 'error') flush();
  }

  return {
    info: (message, fields) => record('info', message, fields),
    warn: (message, fields) => record('warn', message, fields),
    error: (message, fields) => record('error', message, fields),
    request(line) {
      const query = line.url.indexOf('?');
      const path = query === -1 ? line.url : line.url.slice(0, query);
      const level = line.status >= 500 ? 'error' : 'info';
      // Written by hand: this runs for every request, and JSON.stringify of an object takes several times as long.
      add(
        `{"time":"${time()}","level":"${level}","method":"${line.method}","path":${toJsonText(path)},"status":${line.status},` +
          `"ms":${Math.round(line.ms * 100) / 100},"bytes":${line.bytes},"id":"${line.id}"${line.aborted ? ',"aborted":true' : ''}}\n`,
      );
    },
    flush,
  };
}

function toJsonText(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

function toSafeValue(key: string, value: unknown): unknown {
  if (key && isSecretName(key)) return redacted;
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return { name, message, stack, ...(cause !== undefined && { cause }) };
  }
  return value;
}
