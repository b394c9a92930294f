import type { ListContent } from './list-content.ts';
import { ListFault } from './list-fault.ts';

/** A change of the user: its optimistic update, and the call to the backend. */
export interface ListChange {
  show(before: ListContent): ListContent;
  send(): Promise<void>;
}

export interface ListChanges {
  add(change: ListChange): void;
  /** The content of the list in the backend. */
  receive(content: ListContent): void;
  isWaiting(): boolean;
}

interface ListChangesOptions {
  onContent(content: ListContent): void;
  /** Called with undefined once an error is over. */
  onFault(error: unknown): void;
  /** Reads the list from the backend, which ends in `receive` if the backend can be reached. */
  refresh(): Promise<unknown>;
}

/**
 * A list as the backend has it, with the local changes applied on top. Changes are shown at once and sent one after the other, so that a
 * second vote on a name never overtakes the first. Without a connection they wait for the next answer of the backend; a change that the
 * backend refuses is undone.
 */
export function createListChanges({ onContent, onFault, refresh }: ListChangesOptions): ListChanges {
  let known: ListContent | undefined;
  let waiting: ListChange[] = [];
  /** Sent, and not yet part of an answer of the backend. */
  let sent: ListChange[] = [];
  let phase: 'idle' | 'sending' | 'looking' = 'idle';
  let isOffline = false;
  let shown = '';

  function show(): void {
    if (!known) return;
    const content = [...sent, ...waiting].reduce((before, change) => change.show(before), known);
    const written = JSON.stringify(content);
    if (written !== shown) onContent(content);
    shown = written;
  }

  async function send(): Promise<void> {
    do {
      phase = 'sending';
      await sendWaiting();
      phase = 'looking';
      await refresh();
    } while (waiting.length > 0 && !isOffline);
    phase = 'idle';
    // A refused change is also undone on screen when no answer came.
    show();
  }

  /** Without a connection the remaining changes stay in the queue. */
  async function sendWaiting(): Promise<void> {
    for (let change = waiting[0]; change; change = waiting[0]) {
      try {
        await change.send();
        sent.push(change);
      } catch (error) {
        onFault(error);
        isOffline = error instanceof ListFault && error.isOffline;
        if (isOffline) return;
      }
      waiting = waiting.slice(1);
    }
    if (isOffline) onFault(undefined);
    isOffline = false;
  }

  return {
    add(change) {
      waiting = [...waiting, change];
      show();
      if (phase === 'idle') void send();
    },
    receive(content) {
      known = content;
      // An answer that was sent before the last change may not contain it yet.
      if (phase !== 'sending') sent = [];
      show();
      if (phase === 'idle' && waiting.length > 0) void send();
    },
    isWaiting: () => waiting.length > 0,
  };
}
