/** Committed changes of published tables, as the server streams them to a temporary slot. */

export interface Relation {
  id: number;
  schema: string;
  table: string;
  /** d: the primary key, n: none, f: all columns, i: an index. */
  replicaIdentity: 'd' | 'n' | 'f' | 'i';
  columns: readonly { name: string; typeId: number; isKey: boolean }[];
}

/** One value for each column, as Postgres writes it. Undefined: a large value that has not changed, and is not sent. */
export type Tuple = readonly (string | null | undefined)[];

export interface RowChange {
  type: 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE';
  relation: Relation;
  record?: Tuple;
  /** The key columns, or all columns when the replica identity is full. */
  old?: Tuple;
}

export interface Commit {
  /** `2026-11-16T09:30:00.123Z` */
  timestamp: string;
  /**
   * The lower 32 bits of its number. The server streams a commit when it is on disk, shortly before other transactions see it:
   * a statement that reads its rows waits until a snapshot includes it.
   */
  transactionId?: number | undefined;
}

export interface ReplicationOptions {
  publications: readonly string[];
  /** A committed transaction, in the order of commits; a large one in several calls. While the promise is pending the stream waits. */
  onTransaction(changes: readonly RowChange[], commit: Commit): void | Promise<void>;
  /** The stream has ended, and is not opened again. */
  onLost(error: unknown): void;
}

/** The server's configuration does not allow replication. The message names what is missing and the statement that adds it. */
export class ReplicationRefused extends Error {
  override name = 'ReplicationRefused';
}

export interface ReplicationStream {
  close(): Promise<void>;
}

/** Resolves when the slot exists: later commits are streamed. Rejects with `ReplicationRefused` on a server without logical replication. */
export type OpenReplication = (options: ReplicationOptions) => Promise<ReplicationStream>;
