/** The types of log entries and of their formats: `log-json.ts` for programs, `log-terminal.ts` for people. */

export type LogFields = Record<string, unknown>;

export type LogLevel = 'info' | 'warn' | 'error';

export interface RequestLine {
  method: string;
  /** Path and query as received; the query is not logged. */
  url: string;
  status: number;
  ms: number;
  bytes: number;
  id: string;
  /** The client left before the response was complete. */
  aborted?: boolean;
}

/** Formats lines. Each ends with a line break. */
export interface LogLines {
  entry(level: LogLevel, message: string, fields?: LogFields): string;
  request(level: LogLevel, path: string, line: RequestLine): string;
  notice(message: string): string;
}
