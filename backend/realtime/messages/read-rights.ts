/** What a caller may do on a private channel: one round trip, in which the policies on realtime.messages are asked as the caller. */
import type { BatchStatement, Connections, RawRow } from '../../../database/database.ts';
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

/** Throws CallerError `session-ended` for a session that has ended. A policy that fails allows nothing, and is logged. */
export function createReadRights({ batch }: Pick<Connections, 'batch'>, log: Log = () => {}): ReadRights {
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
    logFaults([...rows.values()], log);
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

function logFaults(rows: readonly RawRow[], log: Log): void {
  const fault = rows.map((row) => row[3]).find((found) => typeof found === 'string');
  if (typeof fault === 'string')
    log({ level: 'warn', message: `A policy on realtime.messages failed: ${fault}` });
}
