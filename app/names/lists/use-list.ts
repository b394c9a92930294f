import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SiteClient } from '../../session/site-client.ts';
import { setActiveList } from '../shortlist/active-list.ts';
import { type ListAction, toChange } from './list-action.ts';
import { createListChanges, type ListChange } from './list-changes.ts';
import type { ListContent, VoteChange } from './list-content.ts';
import { ListFault } from './list-fault.ts';
import { moveShortlist } from './move-shortlist.ts';
import { sendUnsent } from './send-unsent.ts';
import { readUnsent, storeUnsent, type UnsentAction } from './unsent-actions.ts';
import { watchList } from './watch-list.ts';

export interface OpenList {
  content: ListContent | undefined;
  /** The members who have the list open now, as far as is known. */
  present: ReadonlySet<string>;
  rename(title: string): void;
  add(...names: string[]): void;
  remove(name: string): void;
  vote(name: string, change: VoteChange): void;
  refresh(): Promise<void>;
  /** Leaves or deletes the list by the given call. */
  end(call: () => Promise<void>): Promise<void>;
}

interface UseListOptions {
  client: SiteClient;
  id: string;
  me: string;
  setFault(error: unknown): void;
  /**
   * Called when the user is no longer a member, by their own action or, with a fault, by another's. Resolves to false when the remaining
   * lists are unknown.
   */
  onGone(fault?: ListFault): Promise<boolean>;
  /** The partner does not see that the user is present: the list is not on screen. */
  isQuiet?: boolean;
}

/** One list with optimistic updates, corrected by the answers of the backend. */
export function useList({ client, id, me, setFault, onGone, isQuiet = false }: UseListOptions): OpenList {
  const [content, setContent] = useState<ListContent>();
  const [present, setPresent] = useState<ReadonlySet<string>>(new Set());
  const open = useRef<{ add(change: ListChange): void; refresh(): Promise<void> }>(undefined);
  /** Set while the user leaves or deletes the list: its end is then not an error. */
  const isEnding = useRef(false);

  useEffect(() => {
    setContent(undefined);
    const onFault = (error: unknown) => {
      if (isEnding.current) return;
      if (error instanceof ListFault && error.isGone) void onGone(error);
      else setFault(error);
    };
    const changes = createListChanges({ onContent: setContent, onFault, refresh: () => watch.refresh() });
    const watch = watchList(client, id, {
      ...(!isQuiet && { presence: { key: me, onChange: setPresent } }),
      onContent: changes.receive,
      onFault,
      // The error stays until the waiting changes are sent.
      onRecovery: () => changes.isWaiting() || setFault(undefined),
    });
    open.current = { add: changes.add, refresh: watch.refresh };
    return () => watch.stop();
  }, [client, id, me, setFault, onGone, isQuiet]);

  /** The action stays stored until the backend accepts or refuses it. */
  const perform = useCallback(
    (unsent: UnsentAction) => {
      const { show, send } = toChange(client, id, me, unsent.action);
      open.current?.add({ show, send: () => sendUnsent(unsent, send) });
    },
    [client, id, me],
  );

  const actions = useMemo<Omit<OpenList, 'content' | 'present'>>(() => {
    const act = (action: ListAction) => {
      setFault(undefined);
      perform(storeUnsent(id, me, action));
    };
    return {
      rename: (title) => act({ kind: 'rename', title }),
      add: (...names) => act({ kind: 'add', names }),
      remove: (name) => act({ kind: 'remove', name }),
      vote: (name, given) => act({ kind: 'vote', name, given, at: Date.now() }),
      refresh: async () => open.current?.refresh(),
      async end(call) {
        if (isEnding.current) return;
        isEnding.current = true;
        try {
          await call();
          isEnding.current = await onGone();
        } catch (error) {
          isEnding.current = false;
          setFault(error);
        }
      },
    };
  }, [id, me, perform, setFault, onGone]);

  useEffect(() => {
    if (!content) return;
    setActiveList({ names: new Set(content.names), add: actions.add, remove: actions.remove });
    return () => setActiveList(undefined);
  }, [content, actions]);

  const isOpen = content !== undefined;
  useEffect(() => {
    if (!isOpen) return;
    for (const unsent of readUnsent(id, me)) perform(unsent);
    // A heart that was pressed before the list was loaded is in the shortlist of this browser.
    moveShortlist(client, id, me)
      .then((moved) => (moved > 0 ? open.current?.refresh() : undefined))
      .catch(setFault);
  }, [isOpen, client, id, me, perform, setFault]);

  return { content, present, ...actions };
}
