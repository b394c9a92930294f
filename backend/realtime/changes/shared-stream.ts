/** One replication stream for everything that follows the database: opened for the first follower, closed 60 s after the last. */
import type { RowChange } from '../../../database/replication/replication.ts';

export interface StreamFollower {
  onTransaction(changes: readonly RowChange[], commit: { timestamp: string }): void | Promise<void>;
  /** The stream is open: later commits arrive. Also called again after an interruption. */
  onOpen(): void;
  /** Interrupted, with a sentence for the client. It is opened again by itself, unless `isFinal`. */
  onLost(message: string, isFinal: boolean): void;
}

export interface SharedStream {
  /** Returns the function that stops following. */
  follow(follower: StreamFollower): () => void;
  close(): Promise<void>;
}
