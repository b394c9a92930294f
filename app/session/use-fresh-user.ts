import type { User } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { readUserNow } from './current-user.ts';
import { useUser } from './use-session.ts';

/**
 * The signed-in user as the server has it now. The session has the user of the last refresh, and the account may have been changed
 * elsewhere since; data that may be outdated is not shown, so that nothing moves. Undefined until then.
 */
export function useFreshUser(): User | null | undefined {
  const user = useUser();
  const [answer, setAnswer] = useState<{ before: User; now: User }>();
  const id = user?.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a person; later changes come by the session's events.
  useEffect(() => {
    if (!user) return;
    let left = false;
    // Without an answer the stored user is used: the sections of the page report errors.
    readUserNow().then(
      (now) => left || setAnswer({ before: user, now: now ?? user }),
      (error: unknown) => console.error(error),
    );
    return () => {
      left = true;
    };
  }, [id]);

  if (!user) return user;
  if (!answer || answer.before.id !== id) return undefined;
  // What the session has received after the request is newer than the answer.
  return answer.before === user ? answer.now : user;
}
