import { useState } from 'react';
import { createKeyedSerialQueue } from './keyed-serial-queue.ts';

export interface SerialQueue {
  pending: boolean;
  /** The error message for the user. */
  fault: string | undefined;
  setFault(fault: string | undefined): void;
  /** `task` resolves to an error message or undefined. Resolves to whether it succeeded; a task whose key is already queued does nothing. */
  enqueue(key: unknown, task: () => Promise<string | undefined>): Promise<boolean>;
}

/** Runs calls to the backend one at a time, with pending state and error message. */
export function useSerialQueue(): SerialQueue {
  const [queue] = useState(createKeyedSerialQueue);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();

  const enqueue: SerialQueue['enqueue'] = async (key, task) => {
    if (queue.has(key)) return false;
    // A queued task does not clear the error of the task before it.
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
