import { once } from 'node:events';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/** Below the system's range for outgoing connections, so that none of them takes the port before the site does. */
const first = 20_000;
const shares = 500;
const share = 20;
let found = 0;

/**
 * A free port for a site that must know its address before it starts. Processes that test at the same time have ports of their own: with a
 * port that two of them have found, one would take the other's site for its own.
 */
export async function findTestPort(): Promise<number> {
  for (;;) {
    const port = first + ((process.pid + threadId) % shares) * share + (found++ % share);
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
