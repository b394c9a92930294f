import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the system's range for outgoing connections, so that none of them takes the port before the site does. */
const first = 20_000;
const count = 10_000;

/** A free port for a site that must know its address before it starts. */
export async function findTestPort(): Promise<number> {
  for (;;) {
    const port = first + randomInt(count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
