import type { SupabaseClient } from '@supabase/supabase-js';
import { useCallback, useEffect, useState } from 'react';
import { createSerialQueue } from '../../runtime/serial-queue.ts';
import { useLatest } from '../../runtime/use-latest.ts';
import { loadClient } from '../../session/client.ts';
import { createList, readLists } from './list-calls.ts';
import type { ListHead } from './list-content.ts';
import { toMessage } from './list-fault.ts';
import { moveShortlist } from './move-shortlist.ts';

export interface Lists {
  client: SupabaseClient | undefined;
  /** Undefined while they are being read. */
  heads: ListHead[] | undefined;
  fault: string | undefined;
  /** How many names were in this browser before and are in the first list now. */
  kept: number;
  /** False when they could not be read. */
  reload(): Promise<boolean>;
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

  const setFault = useCallback((error: unknown) => setFaultWords(error ? toMessage(error) : undefined), []);

  const begin = useLatest();

  const reload = useCallback(async () => {
    const isLatest = begin();
    try {
      const loaded = await loadClient();
      setClient(loaded);
      let found = await readLists(loaded);
      // Whoever is about to join a list needs none of their own.
      if (found.length === 0 && !isInvited) found = await inTurn(() => readOrMakeLists(loaded));
      if (!isLatest()) return true;
      // Shown even if the shortlist cannot be moved, which is then tried again with the next visit.
      setHeads(found);
      const moved = found[0] ? await moveShortlist(loaded, found[0].id, me) : 0;
      if (moved > 0) setKept(moved);
      return true;
    } catch (error) {
      if (isLatest()) setFault(error);
      return false;
    }
  }, [me, isInvited, setFault, begin]);

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

const inTurn = createSerialQueue();

/** Whoever has no list gets one. Those who ask in the same moment find that one, and do not make a second. */
async function readOrMakeLists(client: SupabaseClient): Promise<ListHead[]> {
  const found = await readLists(client);
  return found.length > 0 ? found : [await createList(client, 'Our names')];
}
