import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionTarget } from './connection-target.ts';
import { type Connection, openConnection } from './driver/connection.ts';
import { noTimeLimits } from './driver/open-client.ts';
import { identifier, toStatement } from './driver/sql.ts';

interface Listener {
  channel: string;
  onMessage: (payload: string) => void;
  onResumed: () => void;
}

/** The LISTEN subscriptions of a login, on one connection that is opened again when it is lost. */
export interface Channels {
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onResumed: () => void,
  ): Promise<() => Promise<void>>;
  /** Takes a new connection: the present one may hang. */
  reconnect(): void;
  end(): void;
}

const reconnectMs = 100;

export function createChannels(target: ConnectionTarget, onWarning: (message: string) => void): Channels {
  const listeners = new Set<Listener>();
  let current: Promise<Connection> | undefined;
  let isEnded = false;

  const isWanted = (channel: string) => [...listeners].some((listener) => listener.channel === channel);

  function open(): Promise<Connection> {
    const opened: Promise<Connection> = openConnection(target, noTimeLimits, {
      onWarning,
      onGone: () => {
        if (current === opened) resume();
      },
    }).then(async (connection) => {
      connection.onNotification((channel, payload) => {
        if (current !== opened) return;
        for (const listener of [...listeners]) if (listener.channel === channel) listener.onMessage(payload);
      });
      for (const channel of new Set([...listeners].map((listener) => listener.channel)))
        await run(connection, 'listen', channel);
      return connection;
    });
    return opened;
  }

  /** Opens a new connection until it succeeds, and tells the listeners that they may have missed messages. */
  async function resume(): Promise<void> {
    current = undefined;
    while (!isEnded && listeners.size > 0 && current === undefined) {
      const opened = open();
      current = opened;
      const isOpen = await opened.then(
        () => true,
        () => false,
      );
      if (current !== opened) return;
      if (isOpen) for (const listener of [...listeners]) listener.onResumed();
      else {
        current = undefined;
        await wait(reconnectMs, undefined, { ref: false });
      }
    }
  }

  async function run(connection: Connection, command: 'listen' | 'unlisten', channel: string): Promise<void> {
    const { text } = toStatement([`${command} `, ''], [identifier(channel)]);
    await connection.script(text);
  }

  function close(): void {
    const last = current;
    current = undefined;
    last?.then(
      (connection) => connection.destroy(),
      () => {},
    );
  }

  return {
    async listen(channel, onMessage, onResumed) {
      const listener: Listener = { channel, onMessage, onResumed };
      listeners.add(listener);
      try {
        if (current === undefined) {
          const opened = open();
          current = opened;
          await opened;
          // Also if the channel has a listener already, whose command may still be under way.
        } else await run(await current, 'listen', channel);
      } catch (error) {
        listeners.delete(listener);
        close();
        if (listeners.size > 0) resume();
        throw error;
      }
      return async () => {
        listeners.delete(listener);
        if (listeners.size === 0) close();
        // A connection that is closed meanwhile has no subscription any more.
        else if (!isWanted(channel))
          await current?.then((connection) => run(connection, 'unlisten', channel)).catch(() => {});
      };
    },
    reconnect() {
      if (listeners.size === 0) return;
      close();
      resume();
    },
    end() {
      isEnded = true;
      close();
    },
  };
}
