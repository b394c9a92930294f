import type { Duplex } from 'node:stream';

/** The open connections of a server, and for each the response that is being made, if any. */
export interface OpenConnections<Answer> {
  add(socket: Duplex): void;
  /** It has become a WebSocket. */
  remove(socket: Duplex): void;
  /** A response is being made until it is closed. */
  start(socket: Duplex, answer: Answer): void;
  find(socket: Duplex): Answer | undefined;
  /**
   * Ends idle connections until `stopped`, the end of all connections; the others are cut off after `ms`. Returns the number of those.
   */
  drain(stopped: Promise<void>, ms: number): Promise<number>;
}

const checkEveryMs = 50;

export function createOpenConnections<
  Answer extends { once(event: 'close', listener: () => void): unknown },
>(): OpenConnections<Answer> {
  const open = new Set<Duplex>();
  const busy = new Map<Duplex, Answer>();

  function endIdle(): void {
    for (const socket of open) if (!busy.has(socket) && socket.writableLength === 0) socket.destroy();
  }

  return {
    add(socket) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    },
    remove: (socket) => void open.delete(socket),
    start(socket, answer) {
      busy.set(socket, answer);
      answer.once('close', () => {
        if (busy.get(socket) === answer) busy.delete(socket);
      });
    },
    find: (socket) => busy.get(socket),
    async drain(stopped, ms) {
      let cutOff = 0;
      endIdle();
      const sweep = setInterval(endIdle, checkEveryMs);
      const deadline = setTimeout(() => {
        cutOff = open.size;
        for (const socket of open) socket.destroy();
      }, ms);
      await stopped;
      clearInterval(sweep);
      clearTimeout(deadline);
      return cutOff;
    },
  };
}
