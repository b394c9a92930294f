import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConnection } from '../tests/harness/server/test-connection.ts';
import { siteUrl } from '../tests/harness/server/test-gateway.ts';
import { large, openTestServer, type TestServer } from '../tests/harness/server/test-server.ts';
import type { ListenOptions } from './listen.ts';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

async function reopen(options: Partial<ListenOptions>): Promise<void> {
  await server.close();
  server = await openTestServer(options);
}

describe('closing', () => {
  it('lets a request in flight finish and accepts no other', async () => {
    const connection = await openConnection(server.port);
    connection.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    const ready = await openConnection(server.port);
    ready.send('GET /ready HTTP/1.1\r\nHost: x\r\n\r\n');
    await ready.received(/Ready/);

    server.site.state.ready = false;
    const closed = server.stop();
    await ready.ended();
    await expect(openConnection(server.port)).rejects.toThrow('ECONNREFUSED');
    server.finishSlow();
    expect(await connection.ended()).toContain(`<p>${siteUrl}/slow</p>`);
    await closed;
  });

  it('ends idle connections, also those without any request', async () => {
    const silent = await openConnection(server.port);
    const idle = await openConnection(server.port);
    idle.send('GET /ready HTTP/1.1\r\nHost: x\r\n\r\n');
    await idle.received(/Ready/);
    await server.stop();
    await Promise.all([silent.ended(), idle.ended()]);
  });

  it('does not cut off a response to a slow reader', async () => {
    const reader = await openConnection(server.port);
    reader.send('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    await reader.received(/x{1000}/);
    reader.socket.pause();
    const closed = server.stop();
    // Long enough for several checks for idle connections.
    await wait(200);
    reader.socket.resume();
    const answer = await reader.ended();
    expect(answer.length - answer.indexOf('\r\n\r\n') - 4).toBe(large.length);
    await closed;
  });

  it('asks clients to reconnect from the moment it is announced', async () => {
    server.site.state.ready = false;
    for (const path of ['/ready', '/posts/a']) {
      const connection = await openConnection(server.port);
      connection.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(await connection.ended()).toMatch(/connection: close/i);
    }
  });

  it('waits no longer than its limit', async () => {
    await reopen({ limits: { drainMs: 100 } });
    const connection = await openConnection(server.port);
    connection.send('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    const other = await openConnection(server.port);
    other.send('GET /posts/a HTTP/1.1\r\nHost: x\r\n\r\n');
    await other.received(/posts/);
    await server.stop();
    expect(await connection.ended()).toBe('');
    expect(server.site.logged()).toContainEqual(expect.objectContaining({ level: 'warn', connections: 1 }));
  });
});
