/** The interface between a channel and the changes of the database. */
import type { DataCaller } from '../../identity/read-caller.ts';

/** One entry of `config.postgres_changes` in a join, with the id that the reply gave it. */
export interface ChangeBinding {
  id: number;
  /** INSERT, UPDATE, DELETE or *. */
  event: string;
  schema: string;
  /** Undefined: all tables of the schema. */
  table: string | undefined;
  filter: string | undefined;
  select: readonly string[] | undefined;
}

export interface ChangeListener {
  /** The payload of a `postgres_changes` push: the bindings that it matches, and `data` as JSON text. */
  onChange(ids: readonly number[], data: string): void;
  /** `ok` once changes arrive, with “Subscribed to PostgreSQL”; `error` for a subscription that is refused or interrupted. */
  onStatus(status: 'ok' | 'error', message: string): void;
}

export interface ChangeSubscription {
  /** After a new token: row security decides by its claims from now on. */
  setCaller(caller: DataCaller): void;
  close(): void;
}

export interface ChangeFeed {
  subscribe(
    bindings: readonly ChangeBinding[],
    caller: DataCaller,
    listener: ChangeListener,
  ): ChangeSubscription;
  close(): Promise<void>;
}
