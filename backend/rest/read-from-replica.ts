import type { BatchStatement, Database, RawRow } from '../../database/database.ts';
import type { Compiled } from './compile/compiled.ts';
import type { RequestContext } from './request-context.ts';

export interface ReplicaOptions {
  requests: Database['requests'];
  readReplica: Database['readReplica'];
  /** Functions whose results may miss the last seconds for every caller. */
  reports: readonly string[];
}

/**
 * The rows of a request that may miss what was written in the last seconds, read on the replica. Undefined for any other request, and when
 * the server has to be asked. The statements in `before` say who is calling, and refuse a session that has ended.
 */
export async function readFromReplica(
  { requests, readReplica, reports }: ReplicaOptions,
  { before, statements }: { before: readonly BatchStatement[]; statements: readonly BatchStatement[] },
  compiled: Compiled,
  context: RequestContext,
): Promise<RawRow[][] | undefined> {
  const { caller, signal } = context;
  const isReport = compiled.kind === 'call' && reports.includes(compiled.name);
  if (readReplica === undefined || !compiled.isReadOnly) return undefined;
  if (!isReport && !isAnonymousRead(context)) return undefined;
  // On the replica a session that has just ended may still be alive.
  if (caller.session !== undefined) await requests(caller.role).batch(before, { signal });
  return readReplica.tryBatch(statements, { signal });
}

/** As for any cache, `no-cache` asks for what is true now. */
function isAnonymousRead({ caller, method, headers }: RequestContext): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const wantsNewest = /\bno-(cache|store)\b/i.test(headers.get('cache-control') ?? '');
  return isRead && !wantsNewest && caller.role === 'anon' && caller.session === undefined;
}
