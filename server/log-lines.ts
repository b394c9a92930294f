/** What is logged, and how a line of it is written: `log-json.ts` for programs, `log-terminal.ts` for people. */

export type LogFields = Record<string, unknown>;

export type LogLevel = 'info' | 'warn' | 'error';

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

/** How a line looks. Each ends with a line break. */
export interface LogLines {
  entry(level: LogLevel, message: string, fields?: LogFields): string;
  request(level: LogLevel, path: string, line: RequestLine): string;
  notice(message: string): string;
}
