import type { SupabaseClient } from '@supabase/supabase-js';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { setShortlistKeeper } from '../shortlist/shortlist-keeper.ts';
import { addNames, castVotes, removeName, type VoteChange } from './list-calls.ts';
import type { ListContent, Vote } from './list-content.ts';
import { type ListWatch, watchList } from './watch-list.ts';

export interface OpenList {
  content: ListContent | undefined;
  add(...names: string[]): void;
  remove(name: string): void;
  vote(name: string, change: VoteChange): void;
  look(): Promise<void>;
}

/** One list, shown at once as the reader has changed it, and put right by what the backend says. */
export function useList(
  client: SupabaseClient,
  id: string,
  me: string,
  setFault: (error: unknown) => void,
): OpenList {
  const [content, setContent] = useState<ListContent>();
  const watch = useRef<ListWatch>(undefined);

  useEffect(() => {
    setContent(undefined);
    const started = watchList(client, id, setContent, setFault);
    watch.current = started;
    return () => started.stop();
  }, [client, id, setFault]);

  /** Shows the change, asks for it, and looks again: after a fault, that puts back what was not accepted. */
  const change = useCallback(
    async (show: (before: ListContent) => ListContent, call: () => Promise<void>) => {
      setFault(undefined);
      setContent((before) => before && show(before));
      try {
        await call();
      } catch (error) {
        setFault(error);
      }
      await watch.current?.look();
    },
    [setFault],
  );

  const open = useMemo<OpenList>(
    () => ({
      content,
      add: (...names) =>
        void change(
          (before) => ({ ...before, names: [...new Set([...before.names, ...names])] }),
          () => addNames(client, id, names),
        ),
      remove: (name) =>
        void change(
          (before) => ({ ...before, names: before.names.filter((each) => each !== name) }),
          () => removeName(client, id, name),
        ),
      vote: (name, given) =>
        void change(
          (before) => ({ ...before, votes: withVote(before.votes, name, me, given) }),
          () => castVotes(client, id, [{ name, ...given }]),
        ),
      look: async () => watch.current?.look(),
    }),
    [content, change, client, id, me],
  );

  useEffect(() => {
    if (!open.content) return;
    setShortlistKeeper({ names: new Set(open.content.names), add: open.add, remove: open.remove });
    return () => setShortlistKeeper(undefined);
  }, [open]);

  return open;
}

export function withVote(votes: Vote[], name: string, user: string, change: VoteChange): Vote[] {
  const before = votes.find((vote) => vote.name === name && vote.user_id === user);
  const empty: Vote = { name, user_id: user, vote: null, rating: null, note: '', voted_at: '' };
  const next: Vote = { ...(before ?? empty), ...change };
  if (change.vote) next.voted_at = new Date().toISOString();
  return [...votes.filter((vote) => vote !== before), next];
}
