import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../../tests/harness/raw-request.ts';
import { createHttpServer } from './http-server.ts';

let server: Server;
beforeAll(async () => {
  ({ server } = createHttpServer({
    fetch: async (request) => Response.json({ length: request.url.length }),
  }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const send = (target: string, method?: string) =>
  sendRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, target, method);

it('waits longer for functions than for anything else', async () => {
  const slow = createHttpServer({
    fetch: async () => {
      await setTimeout(400);
      return new Response('done');
    },
    limits: { silentMs: 100, functionMs: 20_000 },
  });
  slow.server.listen(0, '127.0.0.1');
  await once(slow.server, 'listening');
  const url = `http://127.0.0.1:${(slow.server.address() as AddressInfo).port}`;
  expect(await (await fetch(`${url}/functions/v1/slow`)).text()).toBe('done');
  await expect(fetch(`${url}/rest/v1/slow`)).rejects.toThrow();
  slow.server.close();
});

describe('the backend without the site', () => {
  it('accepts a URL of 16,000 characters', async () => {
    const { status, body } = await send(`/rest/v1/posts?id=in.(${'1234,'.repeat(3200)}1)`);
    expect([status, JSON.parse(body).length > 16_000]).toEqual([200, true]);
  });

  it.each([
    ['an address that is too long', `/rest/v1/posts?id=in.(${'1,'.repeat(30_000)}1)`, 'GET'],
    ['an address that is none', 'rest', 'GET'],
    ['an unknown method', '/rest/v1/posts', 'NONSENSE'],
  ])('answers %s in JSON', async (_kind, target, method) => {
    const { status, headers, body } = await send(target, method);
    expect([status, headers['content-type']]).toEqual([400, 'application/json']);
    expect(JSON.parse(body).message).toMatch(/^This /);
  });
});
