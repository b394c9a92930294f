/** A log entry. The program that opens the database decides where it is written. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  message: string;
  [key: string]: unknown;
}

export type Log = (entry: LogEntry) => void;
