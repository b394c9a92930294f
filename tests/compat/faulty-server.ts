/** For tests: a server that gives one answer to everything, or hangs up. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export async function startFaultyServer(
  answer: { status: number; body: string } | 'hangs up',
): Promise<string> {
  const server = createServer((request, response) => {
    if (answer === 'hangs up') request.socket.destroy();
    else response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
