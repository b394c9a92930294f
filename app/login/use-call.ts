import type { SupabaseClient } from '@supabase/supabase-js';
import { useState } from 'react';
import { loadClient } from '../session/client.ts';
import { type CallError, toWords } from './words.ts';

type Answer = { data: unknown; error: CallError | null };

export interface Call {
  pending: boolean;
  /** What went wrong, in words for the reader. */
  fault: string | undefined;
  setFault(fault: string | undefined): void;
  /** Asks the backend; on success `then` gets the answer. A second call while one is under way does nothing. */
  run<Given extends Answer>(
    ask: (auth: SupabaseClient['auth']) => Promise<Given>,
    then?: (data: Extract<Given, { error: null }>['data']) => void | Promise<void>,
  ): Promise<void>;
}

/** One question to the backend at a time, with its waiting and its failing. */
export function useCall(): Call {
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();

  const run: Call['run'] = async (ask, then) => {
    if (pending) return;
    setPending(true);
    setFault(undefined);
    try {
      const { auth } = await loadClient();
      const answer = await ask(auth);
      if (answer.error) setFault(toWords(answer.error));
      else await then?.(answer.data as Parameters<NonNullable<typeof then>>[0]);
    } catch (error) {
      console.error(error);
      setFault('Something went wrong here. Please reload the page and try again.');
    } finally {
      setPending(false);
    }
  };

  return { pending, fault, setFault, run };
}
