import { useCallback, useEffect, useRef, useState } from 'react';
import { AdminFault, callAdmin, explainFault } from '../call-admin.ts';
import type { PersonData } from './people-data.ts';

export interface PersonActions {
  /** Undefined while it is loading; null if there is no such account. */
  person: PersonData | null | undefined;
  /** Of reading, or of the last action. */
  fault: string | undefined;
  /** What the last action did. */
  message: { text: string; undo?: () => void } | undefined;
  pending: boolean;
  /** Sends a change and reads the account again, if it is still there. Says whether it was done. */
  act(path: PersonPath, body: object, done: string, undo?: () => void): Promise<boolean>;
  /** Calls without a change of what is shown. */
  call<Answer>(run: () => Promise<Answer>): Promise<Answer | undefined>;
  again(): void;
}

/** Of the parts of the page about an account. */
export interface PersonProps {
  person: PersonData;
  actions: PersonActions;
}

type PersonPath = `/${'confirm' | 'ban' | 'recover' | 'end-session' | 'remove-factor' | 'delete'}`;

export function usePerson(id: string): PersonActions {
  const [person, setPerson] = useState<PersonData | null>();
  const [fault, setFault] = useState<string>();
  const [message, setMessage] = useState<PersonActions['message']>();
  const [pending, setPending] = useState(false);
  const isBusy = useRef(false);

  const read = useCallback(async () => {
    try {
      setPerson(await callAdmin<PersonData>('/people/person', { query: { id } }));
    } catch (error) {
      if (error instanceof AdminFault && error.status === 404) setPerson(null);
      else setFault(explainFault(error));
    }
  }, [id]);
  useEffect(() => void read(), [read]);

  async function call<Answer>(run: () => Promise<Answer>): Promise<Answer | undefined> {
    // A second press of a button does nothing while the first is under way.
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setPending(true);
    setFault(undefined);
    setMessage(undefined);
    try {
      return await run();
    } catch (error) {
      setFault(explainFault(error));
      return undefined;
    } finally {
      isBusy.current = false;
      setPending(false);
    }
  }

  return {
    person,
    fault,
    message,
    pending,
    call,
    async act(path, body, done, undo) {
      const isDone = await call(async () => {
        await callAdmin(`/people${path}`, { method: 'POST', body });
        if (path === '/delete') setPerson(null);
        else await read();
        return true;
      });
      if (isDone) setMessage({ text: done, ...(undo && { undo }) });
      return isDone ?? false;
    },
    again() {
      setFault(undefined);
      void read();
    },
  };
}
