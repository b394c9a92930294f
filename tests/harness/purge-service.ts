/** A local server that speaks the purge call of a CDN, and remembers what it was told. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedPurge {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface PurgeService {
  url: string;
  received: ReceivedPurge[];
  /** What it answers; 200 and `{"success":true}` at first. */
  answer: { status: number; body: string; headers?: Record<string, string> };
  close(): Promise<void>;
}

export async function startPurgeService(onEnd = onTestFinished): Promise<PurgeService> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    service.received.push({ method: request.method, path: request.url, headers: request.headers, body });
    const { status, body: text, headers } = service.answer;
    response.writeHead(status, headers).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const service: PurgeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: { status: 200, body: '{"success":true}' },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
  onEnd(service.close);
  return service;
}
