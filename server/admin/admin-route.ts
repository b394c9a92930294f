import type { z } from 'zod';

/** The owner who is calling. */
export interface Owner {
  id: string;
  email: string;
  /** As they call themselves. */
  name?: string;
}

/** A request of an owner that has passed the gate. */
export interface AdminCall {
  request: Request;
  /** Parameters are in the query: `?file=posts/a.md`. */
  query: URLSearchParams;
  owner: Owner;
  /** The owner's own token: what is asked of the backend is asked with it. */
  token: string;
  /** The body as JSON of a shape; 400 names the first member that does not fit, 413 is a body that is too large. */
  readJson<T>(shape: z.ZodType<T>): Promise<T>;
  readBytes(): Promise<Uint8Array>;
  /** Writes to the log what is about to be done, as in `content.save`. Throws, and then it must not be done. */
  note(action: string, target: string, details?: Record<string, unknown>): Promise<void>;
}

/** One endpoint. All of them are in the table of `open-admin.ts`, which a test walks through with callers who must be refused. */
export interface AdminRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /admin/v1, without parameters. */
  path: `/${string}`;
  /** For what cannot be undone: asks for a sign-in within the last ten minutes. */
  asksAgain?: true;
  /** Of the body. Default: 64 kB. */
  maxBytes?: number;
  answer(call: AdminCall): Promise<Response>;
}
