import { ServerError } from '../errors.ts';
import { ReplicationRefused } from './replication.ts';

/** Turns an error of a server that does not allow replication into what is missing and the statement that adds it. */
export function explainRefusal(error: unknown, user: string): unknown {
  if (!(error instanceof ServerError)) return error;
  const advice = advise(error, user);
  return advice === undefined ? error : new ReplicationRefused(advice, { cause: error });
}

function advise({ code, message }: ServerError, user: string): string | undefined {
  if (code === '55000' && message.includes('wal_level'))
    return 'The server does not write what logical replication needs. Run: alter system set wal_level = logical; and restart it.';
  if (code === '42501')
    return `The role ${user} may not replicate. Run: alter role "${user}" replication; (${message})`;
  if (code === '53300' && message.includes('max_wal_senders'))
    return `The server has no free replication connection. Raise max_wal_senders and restart it. (${message})`;
  if (code === '53400' && message.includes('replication slots'))
    return `The server has no free replication slot. Raise max_replication_slots and restart it. (${message})`;
  return undefined;
}
