import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConnection } from '../tests/harness/server/test-connection.ts';
import { openTestServer, type TestServer } from '../tests/harness/server/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

describe('a port that is taken', () => {
  it.each(['127.0.0.1', 'localhost'])('is named in the error, with a fix (HOST=%s)', async (host) => {
    await expect(openTestServer({ host, port: server.port })).rejects.toThrow(
      `Port ${server.port} is taken. Stop the other program or set PORT to a free one.`,
    );
  });

  it('on the other address of localhost counts as taken, and nothing is left open', async () => {
    const other = createServer();
    const error = await new Promise((resolve) => {
      other.once('error', resolve);
      other.listen(0, '::1', () => resolve(undefined));
    });
    // A machine without IPv6 has no other address.
    if (error) return;
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(openTestServer({ host: 'localhost', port })).rejects.toThrow(`Port ${port} is taken.`);
    await expect(openConnection(port)).rejects.toThrow('ECONNREFUSED');
    await new Promise((resolve) => other.close(resolve));
  });
});

it('an address of another machine is refused', async () => {
  await expect(openTestServer({ host: '203.0.113.9' })).rejects.toThrow(
    'HOST is not an address of this machine ("203.0.113.9").',
  );
});

describe('localhost', () => {
  it('is reached on both of its addresses', async () => {
    await server.close();
    server = await openTestServer({ host: 'localhost' });
    for (const host of ['127.0.0.1', '::1']) {
      const connection = await openConnection(server.port, host).catch((error: NodeJS.ErrnoException) => {
        // A machine without IPv6 has only the first.
        if (host === '::1' && error.code === 'EADDRNOTAVAIL') return undefined;
        throw error;
      });
      connection?.send('GET /ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      if (connection) expect(await connection.ended()).toContain('<h1>Ready</h1>');
    }
  });
});
