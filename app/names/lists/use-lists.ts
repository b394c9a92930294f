import { useCallback, useEffect, useState } from 'react';
import { createSerialQueue } from '../../runtime/serial-queue.ts';
import { useLatest } from '../../runtime/use-latest.ts';
import { loadClient } from '../../session/client.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { createList, readLists } from './list-calls.ts';
import type { ListHead } from './list-content.ts';
import { toMessage } from './list-fault.ts';
import { moveShortlist } from './move-shortlist.ts';

export interface Lists {
  client: SiteClient | undefined;
  /** Undefined while they are loading. */
  heads: ListHead[] | undefined;
  fault: string | undefined;
  /** The number of names that were moved from this browser into the first list. */
  moved: number;
  /** Resolves to false when the lists could not be read. */
  reload(): Promise<boolean>;
  setFault(error: unknown): void;
}

/** The lists of the signed-in user. The shortlist of this browser is moved into the first one, which is created if there is none. */
export function useLists(me: string, isInvited: boolean): Lists {
  const [client, setClient] = useState<SiteClient>();
  const [heads, setHeads] = useState<ListHead[]>();
  const [fault, setFaultWords] = useState<string>();
  const [movedCount, setMovedCount] = useState(0);

  const setFault = useCallback((error: unknown) => setFaultWords(error ? toMessage(error) : undefined), []);

  const begin = useLatest();

  const reload = useCallback(async () => {
    const isLatest = begin();
    try {
      const loaded = await loadClient();
      setClient(loaded);
      let found = await readLists(loaded);
      // A user who is about to join a list needs no list of their own.
      if (found.length === 0 && !isInvited) found = await enqueue(() => readOrMakeLists(loaded));
      if (!isLatest()) return true;
      // Shown even if the shortlist cannot be moved; the move is repeated at the next visit.
      setHeads(found);
      const moved = found[0] ? await moveShortlist(loaded, found[0].id, me) : 0;
      if (moved > 0) setMovedCount(moved);
      return true;
    } catch (error) {
      if (isLatest()) setFault(error);
      return false;
    }
  }, [me, isInvited, setFault, begin]);

  useEffect(() => {
    void reload();
  }, [reload]);

  return { client, heads, fault, moved: movedCount, reload, setFault };
}

const enqueue = createSerialQueue();

/** Creates a list for a user who has none. Concurrent calls find the same list instead of creating a second one. */
async function readOrMakeLists(client: SiteClient): Promise<ListHead[]> {
  const found = await readLists(client);
  return found.length > 0 ? found : [await createList(client, 'Our names')];
}
