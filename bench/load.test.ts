import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startLoad, toRequest } from './load.ts';

const steps: (() => Promise<void>)[] = [];
const onClose = (step: () => Promise<void>) => void steps.push(step);
afterEach(async () => {
  for (let step = steps.pop(); step; step = steps.pop()) await step();
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onClose(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

test('every answered request is counted, and each round starts at zero', async () => {
  let answered = 0;
  const body = Buffer.alloc(200_000, 'x');
  const port = await serve((_request, response) => {
    answered++;
    response.writeHead(200, { 'content-length': body.length });
    response.end(body);
  });
  const load = startLoad({ onClose });
  const plan = { port, request: toRequest('127.0.0.1', '/'), connections: 4, seconds: 0.2 };
  const first = await load(plan);
  expect(first.requests).toBe(answered);
  const second = await load(plan);
  expect(first.requests + second.requests).toBe(answered);
});

test('an answer that is not 200 ends the measurement', async () => {
  const port = await serve((_request, response) => response.writeHead(503, { 'content-length': 0 }).end());
  const load = startLoad({ onClose }, 'ignore');
  const round = load({ port, request: toRequest('127.0.0.1', '/'), connections: 1, seconds: 0.2 });
  await expect(round).rejects.toThrow('load-client.ts ended');
});
