import type postgres from 'postgres';

interface Listener {
  channel: string;
  onMessage: (payload: string) => void;
  onResumed: () => void;
  stop?: () => Promise<void>;
}

/** The LISTEN subscriptions. They outlive a pool: when a new pool takes over, all listeners are attached to it. */
export interface Channels {
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onResumed: () => void,
  ): Promise<() => Promise<void>>;
  moveTo(pool: postgres.Sql): void;
}

export function createChannels(first: postgres.Sql): Channels {
  const listeners = new Set<Listener>();
  let pool = first;

  async function attach(listener: Listener, isFirst: boolean): Promise<void> {
    let isNew = isFirst;
    const here = pool;
    const deliver = (payload: string) => {
      if (here === pool) listener.onMessage(payload);
    };
    // The driver listens again after a lost connection, and calls the third argument again.
    const heard = await here.listen(listener.channel, deliver, () => {
      if (!isNew && here === pool) listener.onResumed();
      isNew = false;
    });
    listener.stop = heard.unlisten;
  }

  return {
    async listen(channel, onMessage, onResumed) {
      const listener: Listener = { channel, onMessage, onResumed };
      await attach(listener, true);
      listeners.add(listener);
      return async () => {
        listeners.delete(listener);
        await listener.stop?.();
      };
    },
    moveTo(next) {
      pool = next;
      // The driver repeats a failed LISTEN until the server is back.
      for (const listener of listeners) attach(listener, false).catch(() => {});
    },
  };
}
