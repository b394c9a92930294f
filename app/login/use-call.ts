import type { SupabaseClient } from '@supabase/supabase-js';
import { useEffect, useRef } from 'react';
import { loadClient } from '../session/client.ts';
import { type CallError, toMessage } from './messages.ts';
import { type SerialQueue, useSerialQueue } from './use-serial-queue.ts';

type Answer = { data: unknown; error: CallError | null };

export interface Call extends Omit<SerialQueue, 'enqueue'> {
  /**
   * Calls the backend; on success `then` gets the data, unless the form is unmounted by then. A second call with the same key does nothing
   * while the first is pending; calls with other keys wait in the queue. Resolves to whether it succeeded.
   */
  run<Given extends Answer>(
    ask: (auth: SupabaseClient['auth']) => Promise<Given>,
    then?: (data: Extract<Given, { error: null }>['data']) => void | Promise<void>,
    key?: unknown,
  ): Promise<boolean>;
}

/** Calls to the auth service, one at a time. */
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
