import { isSigningOutOn } from '../guard/signing-out.ts';
import { joinChannel } from '../live/join-channel.ts';
import { readWhenTold } from '../live/read-when-told.ts';
import { loadClient, sessionStore } from '../session/client.ts';
import { readUserNow } from '../session/current-user.ts';

export interface SessionRow {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  ip: string | null;
  is_current: boolean;
}

/** Ending all sessions deletes several rows. */
const waitMs = 50;

/**
 * Reads the sessions when the database says that one has begun or ended, and whenever the page is shown again. If that was the session of
 * this page, the server is asked whether it goes on; if not, the user is signed out here. Returns the function that ends this.
 */
export function followSessions(user: string, onSessions: (sessions: SessionRow[]) => void): () => void {
  let isLeft = false;
  /** A user who is signing out on this page knows. */
  const isOver = () =>
    isLeft || sessionStore.read().status !== 'signed-in' || isSigningOutOn(location.pathname);

  async function read(): Promise<void> {
    if (isOver()) return;
    try {
      const client = await loadClient();
      const { data } = await client.rpc('my_sessions');
      if (isOver()) return;
      const sessions: SessionRow[] | null = data;
      if (sessions?.some(({ is_current }) => is_current)) onSessions(sessions);
      else await readUserNow();
    } catch (error) {
      console.warn('The sessions could not be read again.', error);
    }
  }

  const sessions = readWhenTold(read, { waitMs });
  const leave = joinChannel({ topic: `account:${user}`, onMessage: sessions.again });
  const onVisibility = () => document.hidden || sessions.again();
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    isLeft = true;
    document.removeEventListener('visibilitychange', onVisibility);
    sessions.stop();
    leave();
  };
}
