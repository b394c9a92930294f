import type { Caller } from './caller.ts';
import type { Pairs } from './request/parsed-query.ts';

/** What the database is told about a request before its statement runs. */
export interface RequestContext {
  caller: Caller;
  method: string;
  /** Below the base path. */
  path: string;
  headers: Headers;
  pairs: Pairs;
  body: string | null;
  /** Told when nobody waits for the answer any more. */
  signal: AbortSignal | undefined;
}
