import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { parseDatabaseUrl } from '../connection-target.ts';
import { connectTo } from './open-socket.ts';

it('a connection that is reset before its first use causes no uncaught exception', async () => {
  const accepted: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = await connectTo(parseDatabaseUrl(`postgresql://me:secret@127.0.0.1:${port}/site`));
  await expect.poll(() => accepted.length).toBe(1);
  accepted[0]?.resetAndDestroy();
  await expect.poll(() => socket.destroyed).toBe(true);
  server.close();
  await once(server, 'close');
});
