import type { SupabaseClient } from '@supabase/supabase-js';
import { useCallback, useEffect, useState } from 'react';
import { loadClient } from '../../session/client.ts';
import { clearShortlist, readShortlist } from '../shortlist/local-shortlist.ts';
import { addNames, castVotes, createList, ListFault, readLists } from './list-calls.ts';
import type { ListHead } from './list-content.ts';

export interface Lists {
  client: SupabaseClient | undefined;
  /** Undefined while they are being read. */
  heads: ListHead[] | undefined;
  fault: string | undefined;
  /** Names that were in this browser before and are in the first list now. */
  kept: string[];
  reload(): Promise<void>;
  setFault(error: unknown): void;
}

/** The lists of whoever is signed in. The shortlist of this browser is moved into the first of them, which is made if there is none. */
export function useLists(): Lists {
  const [client, setClient] = useState<SupabaseClient>();
  const [heads, setHeads] = useState<ListHead[]>();
  const [fault, setFaultWords] = useState<string>();
  const [kept, setKept] = useState<string[]>([]);

  const setFault = useCallback((error: unknown) => {
    if (!error) return setFaultWords(undefined);
    if (!(error instanceof ListFault)) console.error(error);
    setFaultWords(
      error instanceof ListFault ? error.message : 'Something went wrong here. Please reload the page.',
    );
  }, []);

  const reload = useCallback(async () => {
    try {
      const loaded = await loadClient();
      setClient(loaded);
      let found = await readLists(loaded);
      if (found.length === 0) found = [await createList(loaded, 'Our names')];
      const moved = await keepShortlist(loaded, found[0]?.id ?? '');
      if (moved.length > 0) setKept(moved);
      setHeads(found);
      setFaultWords(undefined);
    } catch (error) {
      setFault(error);
    }
  }, [setFault]);

  useEffect(() => {
    void reload();
  }, [reload]);

  return { client, heads, fault, kept, reload, setFault };
}

/** Emptied only when everything has arrived: what fails is tried again with the next visit. */
async function keepShortlist(client: SupabaseClient, list: string): Promise<string[]> {
  const entries = readShortlist();
  if (entries.length === 0) return [];
  await addNames(
    client,
    list,
    entries.map(({ name }) => name),
  );
  const rated = entries.filter(({ rating, note }) => rating > 0 || note !== '');
  if (rated.length > 0)
    await castVotes(
      client,
      list,
      rated.map(({ name, rating, note }) => ({ name, rating: rating || null, note })),
    );
  clearShortlist();
  return entries.map(({ name }) => name);
}
