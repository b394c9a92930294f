import type { SupabaseClient } from '@supabase/supabase-js';
import { useEffect, useRef } from 'react';
import { loadClient } from '../session/client.ts';
import { type TurnsInUse, useTurns } from './use-serial-queue.ts';
import { type CallError, toWords } from './messages.ts';

type Answer = { data: unknown; error: CallError | null };

export interface Call extends Omit<TurnsInUse, 'take'> {
  /**
   * Asks the backend; on success `then` gets the answer, unless its form is gone by then: whoever has left a step has nothing to do with
   * what becomes of it. A form asks about one thing, and a second call while one is under way does nothing; what is about something else
   * waits its turn. Says whether it worked.
   */
  run<Given extends Answer>(
    ask: (auth: SupabaseClient['auth']) => Promise<Given>,
    then?: (data: Extract<Given, { error: null }>['data']) => void | Promise<void>,
    about?: unknown,
  ): Promise<boolean>;
}

/** Questions to the auth service. */
export function useCall(): Call {
  const { take, ...turns } = useTurns();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const run: Call['run'] = (ask, then, about = 'the form') =>
    take(about, async () => {
      const { auth } = await loadClient();
      const answer = await ask(auth);
      if (answer.error) return toWords(answer.error);
      if (!isGone.current) await then?.(answer.data as Parameters<NonNullable<typeof then>>[0]);
    });

  return { ...turns, run };
}
