import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { loadClient } from './client.ts';
import { useUser } from './use-session.ts';

/**
 * The signed-in user as the server knows them now. The session keeps the one of the last refresh, and somebody may have changed the
 * account elsewhere since; what is not known to be fresh is not shown, so that nothing jumps. Undefined until then.
 */
export function useFreshUser(): User | null | undefined {
  const user = useUser();
  const [answer, setAnswer] = useState<{ before: User; now: User }>();
  const id = user?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a person; later changes come by the session's events.
  useEffect(() => {
    if (!user) return;
    let left = false;
    askForUser(user).then(
      (now) => left || setAnswer({ before: user, now }),
      (error: unknown) => console.error(error),
    );
    return () => {
      left = true;
    };
  }, [id]);

  if (!user) return user;
  if (!answer || answer.before.id !== id) return undefined;
  // What the session has learned after the question is newer than the answer.
  return answer.before === user ? answer.now : user;
}

/** Without an answer the kept one has to do: the parts of the page tell what fails. A session that no longer holds ends here. */
async function askForUser(kept: User): Promise<User> {
  const { auth } = await loadClient();
  const { data, error } = await auth.getUser();
  if (error && (error.status === 401 || error.status === 403)) await auth.signOut({ scope: 'local' });
  return data.user ?? kept;
}
