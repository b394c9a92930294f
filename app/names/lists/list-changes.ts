import type { ListContent } from './list-content.ts';
import { ListFault } from './list-fault.ts';

/** Something the reader did: how it looks, and how the backend is told. */
export interface ListChange {
  show(before: ListContent): ListContent;
  send(): Promise<void>;
}

export interface ListChanges {
  add(change: ListChange): void;
  /** What the backend says is in the list. */
  receive(content: ListContent): void;
  isWaiting(): boolean;
}

interface ListChangesOptions {
  onContent(content: ListContent): void;
  /** Undefined once a fault is over. */
  onFault(error: unknown): void;
  /** Asks the backend, which ends in `receive` if it can be reached. */
  look(): Promise<unknown>;
}

/**
 * A list as the backend has it, with what was changed here on top. Changes are shown at once and sent one after the other, so that a second vote on a name never
 * overtakes the first. Without a connection they wait for the next answer of the backend; what the backend refuses is taken back.
 */
export function createListChanges({ onContent, onFault, look }: ListChangesOptions): ListChanges {
  let known: ListContent | undefined;
  let waiting: ListChange[] = [];
  /** Sent, and not yet in an answer of the backend. */
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
      await look();
    } while (waiting.length > 0 && !isOffline);
    phase = 'idle';
    // Also what was refused goes out of sight when there was no answer to show.
    show();
  }

  /** Without a connection, what is left stays where it is. */
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
      // An answer that may have been given before the last change was sent does not hold it yet.
      if (phase !== 'sending') sent = [];
      show();
      if (phase === 'idle' && waiting.length > 0) void send();
    },
    isWaiting: () => waiting.length > 0,
  };
}
