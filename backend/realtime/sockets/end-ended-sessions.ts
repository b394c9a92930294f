/** A session that has ended takes its private channels and its database changes along, within a few seconds. */
import type { Connections } from '../../../database/database.ts';
import type { Log } from '../../../database/log.ts';
import { sessionEnded } from '../../identity/live-sessions.ts';
import type { Channel } from '../channels/channel.ts';
import type { Sockets } from './sockets.ts';

const everyMs = 3000;

const text = `select s.id from unnest($1::uuid[], $2::uuid[]) as s (id, owner) where not auth.is_session_alive(s.id, s.owner)`;

/** Asks for all sessions in one statement, and for none while there is no such channel. */
export function startEndingSessions(options: {
  sockets: Sockets;
  database: Pick<Connections, 'batch'>;
  log: Log;
}): { close(): void } {
  const { sockets, database, log } = options;
  let isAsking = false;

  async function check(): Promise<void> {
    const sessions = collectSessions(sockets);
    if (sessions.size === 0) return;
    const ids = [...sessions.keys()];
    const owners = ids.map((id) => sessions.get(id)?.user ?? '');
    const [rows = []] = await database.batch([{ text, values: [toArray(ids), toArray(owners)] }]);
    for (const [id] of rows)
      for (const channel of sessions.get(id ?? '')?.channels ?? []) channel.end(sessionEnded);
  }

  const timer = setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    check()
      .catch((error: unknown) =>
        log({ level: 'warn', message: 'Ended sessions could not be looked for.', error: String(error) }),
      )
      .finally(() => {
        isAsking = false;
      });
  }, everyMs).unref();
  return { close: () => clearInterval(timer) };
}

function collectSessions(sockets: Sockets): Map<string, { user: string; channels: Channel[] }> {
  const sessions = new Map<string, { user: string; channels: Channel[] }>();
  for (const socket of sockets.all())
    for (const channel of socket.channels.values()) {
      const { session, user } = channel.session() ?? {};
      if (session === undefined || user === undefined) continue;
      const known = sessions.get(session);
      if (known) known.channels.push(channel);
      else sessions.set(session, { user, channels: [channel] });
    }
  return sessions;
}

/** UUIDs need no quotes. */
function toArray(ids: readonly string[]): string {
  return `{${ids.join()}}`;
}
