/** What a caller may do on a private channel: one round trip, in which the policies on realtime.messages are asked as the caller. */
import type { BatchStatement, Connections } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { resetSessionStatements } from '../../../database/reset-session.ts';
import { sessionStatements, toSessionRefusal } from '../../identity/live-sessions.ts';
import type { ChannelRights, ReadRights } from '../rights.ts';

const before: readonly BatchStatement[] = [
  ...resetSessionStatements.map((text) => ({ text, values: [] })),
  // Everything is undone, so that there is no write to wait for.
  { text: `select set_config('synchronous_commit', 'off', true)`, values: [] },
];
const text =
  'select extension, may_read, may_write, fault from porchlight.read_channel_rights($1, $2, $3, $4)';

/** A client can make a policy fail with every join, so that its failures are logged no more often than this. */
const logEveryMs = 60_000;

/** Throws CallerError `session-ended` for a session that has ended. A policy that fails allows nothing, and is logged. */
export function createReadRights({ batch }: Pick<Connections, 'batch'>, log: Log = () => {}): ReadRights {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const logFault = (fault: string) => {
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    log({ level: 'warn', message: `A policy on realtime.messages failed: ${fault}` });
  };
  return async (caller, topic, headers = {}) => {
    if (caller.role === 'service_role') return rightsOf(() => true);
    // Postgres has no text with this character, so that no policy can be asked.
    if (topic.includes('\0')) return rightsOf(() => false);
    const values = [topic, caller.role, caller.claimsText, JSON.stringify(headers)];
    const answers = await batch([...before, ...sessionStatements(caller), { text, values }]).catch(
      (error: unknown) => {
        throw toSessionRefusal(error) ?? error;
      },
    );
    const rows = new Map(answers.at(-1)?.map((row) => [row[0], row]));
    const fault = rows.get('broadcast')?.[3] ?? rows.get('presence')?.[3];
    if (typeof fault === 'string') logFault(fault);
    return rightsOf((extension, right) => rows.get(extension)?.[right === 'read' ? 1 : 2] === 't');
  };
}

function rightsOf(isAllowed: (extension: string, right: 'read' | 'write') => boolean): ChannelRights {
  const of = (extension: string) => ({
    read: isAllowed(extension, 'read'),
    write: isAllowed(extension, 'write'),
  });
  return { broadcast: of('broadcast'), presence: of('presence') };
}
