import { useRef, useState } from 'react';
import { callAdmin, explainFault } from '../../call-admin.ts';
import { showNotice } from '../../notice.tsx';

export interface Migration {
  pending: boolean;
  fault: string | undefined;
  /** Writes a migration and applies it. Says whether that was done; if not, nothing has changed. */
  apply(name: string, sql: string): Promise<boolean>;
  refuse(fault: string): void;
}

export function useMigration(): Migration {
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  const isBusy = useRef(false);
  return {
    pending,
    fault,
    refuse: setFault,
    async apply(name, sql) {
      // A second press of the button does nothing while the first is under way.
      if (isBusy.current) return false;
      isBusy.current = true;
      setPending(true);
      setFault(undefined);
      try {
        const { file } = await callAdmin<{ file: string }>('/migrations', {
          method: 'POST',
          body: { name, sql },
        });
        showNotice({ text: `Done. The migration is in ${file}.` });
        return true;
      } catch (error) {
        setFault(explainFault(error));
        return false;
      } finally {
        isBusy.current = false;
        setPending(false);
      }
    },
  };
}
