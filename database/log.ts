/** One thing worth writing down. Whoever starts the database decides where it goes. */
export interface LogEntry {
  level: 'info' | 'warn' | 'error';
  message: string;
  [key: string]: unknown;
}

export type Log = (entry: LogEntry) => void;
