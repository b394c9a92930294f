/** For tests: a raw connection, for what no HTTP client would send. */
import { connect, type Socket } from 'node:net';

export interface TestConnection {
  socket: Socket;
  send(text: string): void;
  /** Resolves when the received data matches. */
  received(pattern: RegExp): Promise<string>;
  /** Resolves with all received data when the server has closed the connection. */
  ended(): Promise<string>;
}

export async function openConnection(
  port: number,
  host = '127.0.0.1',
  options: { allowHalfOpen?: boolean } = {},
): Promise<TestConnection> {
  const socket = connect({ port, host, ...options });
  let text = '';
  let over = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of waiting) check();
  };
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    wake();
  });
  // A reset ends the connection too.
  socket.on('error', () => {});
  socket.on('close', () => {
    over = true;
    wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });

  const until = (done: () => boolean, goal: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (!done() && !over) return;
        waiting.delete(check);
        if (done()) resolve(text);
        else reject(new Error(`The connection ended before ${goal}; received: ${text}`));
      };
      waiting.add(check);
      check();
    });
  return {
    socket,
    send: (data) => socket.write(data, 'latin1'),
    received: (pattern) => until(() => pattern.test(text), String(pattern)),
    ended: () => until(() => over, 'its end'),
  };
}
