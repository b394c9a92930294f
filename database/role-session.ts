export interface RoleSession {
  /** Of the server. */
  readonly processId: number;
  /** Runs statements as `psql -c` does, and returns what the last one says: `DELETE 3`, or `1 row`. */
  run(text: string): Promise<string>;
  /** Cancels what runs, and closes the session. */
  cancel(): Promise<void>;
  close(): void;
}

/** Opens a session in this database, or in another one of the server. */
export type OpenRoleSession = (role: string, database: string) => Promise<RoleSession>;
