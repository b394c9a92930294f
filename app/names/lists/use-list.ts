import type { SupabaseClient } from '@supabase/supabase-js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { setShortlistKeeper } from '../shortlist/shortlist-keeper.ts';
import { keepShortlist } from './keep-shortlist.ts';
import { addNames, castVotes, removeName, renameList } from './list-calls.ts';
import { createListChanges, type ListChange } from './list-changes.ts';
import { type ListContent, type VoteChange, withVote } from './list-content.ts';
import { ListFault } from './list-fault.ts';
import { watchList } from './watch-list.ts';

export interface OpenList {
  content: ListContent | undefined;
  rename(title: string): void;
  add(...names: string[]): void;
  remove(name: string): void;
  vote(name: string, change: VoteChange): void;
  look(): Promise<void>;
}

interface UseListOptions {
  client: SupabaseClient;
  id: string;
  me: string;
  setFault(error: unknown): void;
  /** The list is deleted, or the reader has left it elsewhere. */
  onGone(fault: ListFault): void;
}

/** One list, shown at once as the reader has changed it, and put right by what the backend says. */
export function useList({ client, id, me, setFault, onGone }: UseListOptions): OpenList {
  const [content, setContent] = useState<ListContent>();
  const open = useRef<{ add(change: ListChange): void; look(): Promise<void> }>(undefined);

  useEffect(() => {
    setContent(undefined);
    const onFault = (error: unknown) =>
      error instanceof ListFault && error.isGone ? onGone(error) : setFault(error);
    const changes = createListChanges({ onContent: setContent, onFault, look: () => watch.look() });
    const watch = watchList(client, id, {
      onContent: changes.receive,
      onFault,
      // Said until what has waited for the connection is sent.
      onRecovery: () => changes.isWaiting() || setFault(undefined),
    });
    open.current = { add: changes.add, look: watch.look };
    return () => watch.stop();
  }, [client, id, setFault, onGone]);

  const actions = useMemo<Omit<OpenList, 'content'>>(() => {
    const change = (show: ListChange['show'], send: ListChange['send']) => {
      setFault(undefined);
      open.current?.add({ show, send });
    };
    return {
      rename: (title) =>
        change(
          (before) => ({ ...before, title }),
          () => renameList(client, id, title),
        ),
      add: (...names) =>
        change(
          (before) => ({ ...before, names: [...new Set([...before.names, ...names])] }),
          () => addNames(client, id, names),
        ),
      remove: (name) =>
        change(
          (before) => ({ ...before, names: before.names.filter((each) => each !== name) }),
          () => removeName(client, id, name),
        ),
      vote: (name, given) => {
        const now = Date.now();
        change(
          (before) => withVote(before, me, name, given, now),
          () => castVotes(client, id, [{ name, ...given }]),
        );
      },
      look: async () => open.current?.look(),
    };
  }, [client, id, me, setFault]);

  useEffect(() => {
    if (!content) return;
    setShortlistKeeper({ names: new Set(content.names), add: actions.add, remove: actions.remove });
    return () => setShortlistKeeper(undefined);
  }, [content, actions]);

  const isOpen = content !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    // A heart that was pressed before the list was there has gone to the shortlist of this browser.
    keepShortlist(client, id, me)
      .then((moved) => (moved > 0 ? open.current?.look() : undefined))
      .catch(setFault);
  }, [isOpen, client, id, me, setFault]);

  return { content, ...actions };
}
