import { useCallback, useState } from 'react';
import { loadClient } from '../../../session/client.ts';
import type { SiteClient } from '../../../session/site-client.ts';
import { toMessage } from '../../data/running-fault.ts';

export interface Call {
  pending: boolean;
  /** The error message of the last call. */
  fault: string | undefined;
  /** Resolves to false on failure. A second call while one is pending does nothing. */
  run(task: (client: SiteClient) => Promise<void>): Promise<boolean>;
}

/** Runs one action of the owner at a time, with pending state and error message. */
export function useCall(): Call {
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  const run = useCallback(
    async (task: (client: SiteClient) => Promise<void>) => {
      if (pending) return false;
      setPending(true);
      setFault(undefined);
      try {
        await task(await loadClient());
        return true;
      } catch (error) {
        setFault(toMessage(error));
        return false;
      } finally {
        setPending(false);
      }
    },
    [pending],
  );
  return { pending, fault, run };
}
