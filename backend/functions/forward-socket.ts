import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSockets } from '../http/http-server.ts';
import { type FunctionClient, type RequireFunction, toForwardedHeaders, toRefusal } from './serve.ts';

export type UpgradeRequest = Parameters<WebSockets['upgrade']>[0];

/** Connects a client's WebSocket with a function: the bytes are passed on as they are. `path` is below the base path. */
export async function forwardSocket(
  requireFunction: RequireFunction,
  { rawHeaders, method = 'GET' }: Pick<UpgradeRequest, 'rawHeaders' | 'method'>,
  { socket, head }: { socket: Duplex; head: Buffer },
  { url, path, client }: { url: URL; path: string; client: FunctionClient },
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  try {
    const { worker, release } = await requireFunction({ method, headers, path }).take();
    const inside = connect(worker.requestSocket);
    inside.on('error', () => socket.destroy());
    inside.once('close', () => {
      release();
      socket.destroy();
    });
    socket.once('close', () => inside.destroy());
    await once(inside, 'connect');
    // It may be silent until the function's own time is over.
    if (socket instanceof Socket) socket.setTimeout(0);
    for (const [name, value] of Object.entries(toForwardedHeaders(headers, url, client))) {
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    inside.write(`${method} ${path}${url.search} HTTP/1.1\r\n${lines}\r\n`);
    inside.write(head);
    inside.pipe(socket);
    socket.pipe(inside);
  } catch (error) {
    const { status, content } = toRefusal(error);
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const type = typeof content === 'string' ? 'text/plain' : 'application/json';
    socket.end(
      `HTTP/1.1 ${status} Refused\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
    );
  }
}
