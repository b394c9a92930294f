import { useState } from 'react';
import { createKeyedSerialQueue } from './keyed-serial-queue.ts';

export interface SerialQueue {
  pending: boolean;
  /** What went wrong, in words for the reader. */
  fault: string | undefined;
  setFault(fault: string | undefined): void;
  /** `task` gives what went wrong, or nothing. Says whether it worked; the same once more while it is under way does nothing. */
  enqueue(key: unknown, task: () => Promise<string | undefined>): Promise<boolean>;
}

/** Questions to the backend, one at a time, with their waiting and their failing. */
export function useSerialQueue(): SerialQueue {
  const [queue] = useState(createKeyedSerialQueue);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();

  const enqueue: SerialQueue['enqueue'] = async (key, task) => {
    if (queue.has(key)) return false;
    // What waits behind another does not wipe out what went wrong with that one.
    if (queue.isIdle()) setFault(undefined);
    setPending(true);
    try {
      const message = await queue.run(key, task);
      if (message) setFault(message);
      return !message;
    } catch (error) {
      console.error(error);
      setFault('Something went wrong here. Please reload the page and try again.');
      return false;
    } finally {
      setPending(!queue.isIdle());
    }
  };

  return { pending, fault, setFault, enqueue };
}
