/** The answer of GET /overview. */
export interface Overview {
  pages: { published: number; draft: number; scheduled: number; faulty: number };
}

/** GET /log, the newest first. */
export interface LogPage {
  entries: LogEntry[];
  /** For `after`, if there may be more. */
  next?: string;
}

/** What an owner did. */
export interface LogEntry {
  id: number;
  /** ISO. */
  at: string;
  email: string;
  action: string;
  target: string;
  details: Record<string, unknown> | null;
}
