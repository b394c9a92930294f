import type { SiteClient } from '../../session/site-client.ts';
import { addNames, castVotes, removeName, renameList } from './list-calls.ts';
import type { ListChange } from './list-changes.ts';
import { type VoteChange, withVote } from './list-content.ts';

/** A change that the user makes to a list, in a serialisable form. */
export type ListAction =
  | { kind: 'rename'; title: string }
  | { kind: 'add'; names: string[] }
  | { kind: 'remove'; name: string }
  | { kind: 'vote'; name: string; given: VoteChange; at: number };

/** The optimistic update and the call to the backend. */
export function toChange(client: SiteClient, id: string, me: string, action: ListAction): ListChange {
  switch (action.kind) {
    case 'rename':
      return {
        show: (before) => ({ ...before, title: action.title }),
        send: () => renameList(client, id, action.title),
      };
    case 'add':
      return {
        show: (before) => ({ ...before, names: [...new Set([...before.names, ...action.names])] }),
        send: () => addNames(client, id, action.names),
      };
    case 'remove':
      return {
        show: (before) => ({ ...before, names: before.names.filter((name) => name !== action.name) }),
        send: () => removeName(client, id, action.name),
      };
    case 'vote':
      return {
        show: (before) => withVote(before, { user: me, name: action.name }, action.given, action.at),
        send: () => castVotes(client, id, [{ name: action.name, ...action.given }]),
      };
  }
}
