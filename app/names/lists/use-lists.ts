import type { SupabaseClient } from '@supabase/supabase-js';
import { useCallback, useEffect, useState } from 'react';
import { loadClient } from '../../session/client.ts';
import { keepShortlist } from './keep-shortlist.ts';
import { createList, readLists } from './list-calls.ts';
import type { ListHead } from './list-content.ts';
import { toWords } from './list-fault.ts';

export interface Lists {
  client: SupabaseClient | undefined;
  /** Undefined while they are being read. */
  heads: ListHead[] | undefined;
  fault: string | undefined;
  /** How many names were in this browser before and are in the first list now. */
  kept: number;
  reload(): Promise<void>;
  /** A title that was changed, here or by the other. */
  retitle(id: string, title: string): void;
  setFault(error: unknown): void;
}

/** The lists of whoever is signed in. The shortlist of this browser is moved into the first of them, which is made if there is none. */
export function useLists(me: string, isInvited: boolean): Lists {
  const [client, setClient] = useState<SupabaseClient>();
  const [heads, setHeads] = useState<ListHead[]>();
  const [fault, setFaultWords] = useState<string>();
  const [kept, setKept] = useState(0);

  const setFault = useCallback((error: unknown) => setFaultWords(error ? toWords(error) : undefined), []);

  const reload = useCallback(async () => {
    try {
      const loaded = await loadClient();
      setClient(loaded);
      let found = await readLists(loaded);
      // Whoever is about to join a list needs none of their own.
      if (found.length === 0 && !isInvited) found = [await createList(loaded, 'Our names')];
      // Shown even if the shortlist cannot be moved, which is then tried again with the next visit.
      setHeads(found);
      const moved = found[0] ? await keepShortlist(loaded, found[0].id, me) : 0;
      if (moved > 0) setKept(moved);
    } catch (error) {
      setFault(error);
    }
  }, [me, isInvited, setFault]);

  const retitle = useCallback(
    (id: string, title: string) =>
      setHeads((before) => before?.map((head) => (head.id === id ? { ...head, title } : head))),
    [],
  );

  useEffect(() => {
    void reload();
  }, [reload]);

  return { client, heads, fault, kept, reload, retitle, setFault };
}
