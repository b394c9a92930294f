import { useState } from 'react';
import { createKnownTurns } from './keyed-serial-queue.ts';

export interface TurnsInUse {
  pending: boolean;
  /** What went wrong, in words for the reader. */
  fault: string | undefined;
  setFault(fault: string | undefined): void;
  /** `task` gives what went wrong, or nothing. Says whether it worked; the same once more while it is under way does nothing. */
  take(about: unknown, task: () => Promise<string | undefined>): Promise<boolean>;
}

/** Questions to the backend, one at a time, with their waiting and their failing. */
export function useTurns(): TurnsInUse {
  const [turns] = useState(createKnownTurns);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();

  const take: TurnsInUse['take'] = async (about, task) => {
    if (turns.isTaken(about)) return false;
    // What waits behind another does not wipe out what went wrong with that one.
    if (turns.isIdle()) setFault(undefined);
    setPending(true);
    try {
      const words = await turns.take(about, task);
      if (words) setFault(words);
      return !words;
    } catch (error) {
      console.error(error);
      setFault('Something went wrong here. Please reload the page and try again.');
      return false;
    } finally {
      setPending(!turns.isIdle());
    }
  };

  return { pending, fault, setFault, take };
}
