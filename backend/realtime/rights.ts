import type { DataCaller } from '../identity/read-caller.ts';

/** What a caller may do on a private channel, as the policies on realtime.messages decide. */
export interface ChannelRights {
  broadcast: { read: boolean; write: boolean };
  presence: { read: boolean; write: boolean };
}

/** Asks the policies. Throws when the database is not available. */
export type ReadRights = (
  caller: DataCaller,
  topic: string,
  /** Of the request that opened the socket, for policies that read `request.headers`. */
  headers?: Record<string, string>,
) => Promise<ChannelRights>;
