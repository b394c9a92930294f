import type { Caller } from './caller.ts';
import type { Pairs } from './request/parsed-query.ts';

/** The request data that is passed to the database before the statement runs. */
export interface RequestContext {
  caller: Caller;
  method: string;
  /** The path below the base path. */
  path: string;
  headers: Headers;
  pairs: Pairs;
  body: string | null;
  /** Aborted when the client has left. */
  signal: AbortSignal | undefined;
}
