import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { parseDatabaseUrl } from '../connection-target.ts';
import { openConnection } from './connection.ts';
import { noTimeLimits } from './open-client.ts';

it('a connection that is reset before its first use is an error of the one who opens it, and no other', async () => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const target = parseDatabaseUrl(`postgresql://me:secret@127.0.0.1:${port}/site`);
  const opened = openConnection(target, noTimeLimits).catch((error: unknown) => error);
  await expect.poll(() => accepted.length).toBe(1);
  accepted[0]?.resetAndDestroy();
  expect(await opened).toMatchObject({ code: 'ECONNRESET' });
  server.close();
  await once(server, 'close');
});
