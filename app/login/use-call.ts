import type { SupabaseClient } from '@supabase/supabase-js';
import { useEffect, useRef } from 'react';
import { loadClient } from '../session/client.ts';
import { type CallError, toMessage } from './messages.ts';
import { type SerialQueue, useSerialQueue } from './use-serial-queue.ts';

type Answer = { data: unknown; error: CallError | null };

export interface Call extends Omit<SerialQueue, 'enqueue'> {
  /**
   * Asks the backend; on success `then` gets the answer, unless its form is gone by then: whoever has left a step has nothing to do with
   * what becomes of it. A form asks about one thing, and a second call while one is under way does nothing; what is about something else
   * waits its turn. Says whether it worked.
   */
  run<Given extends Answer>(
    ask: (auth: SupabaseClient['auth']) => Promise<Given>,
    then?: (data: Extract<Given, { error: null }>['data']) => void | Promise<void>,
    key?: unknown,
  ): Promise<boolean>;
}

/** Questions to the auth service. */
export function useCall(): Call {
  const { enqueue, ...queue } = useSerialQueue();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const run: Call['run'] = (ask, then, key = 'the form') =>
    enqueue(key, async () => {
      const { auth } = await loadClient();
      const answer = await ask(auth);
      if (answer.error) return toMessage(answer.error);
      if (!isGone.current) await then?.(answer.data as Parameters<NonNullable<typeof then>>[0]);
    });

  return { ...queue, run };
}
