/** The answer of GET /overview. */
export interface Overview {
  pages: { published: number; draft: number; scheduled: number; faulty: number };
}

/** One line of GET /log: what an owner did. */
export interface LogEntry {
  id: number;
  /** ISO. */
  at: string;
  email: string;
  action: string;
  target: string;
  details: Record<string, unknown> | null;
}
