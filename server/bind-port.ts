/** Takes a port, and says in plain words why it cannot be had. */
import { createServer, Server, type Socket } from 'node:net';
import { StartUpError } from './start-up-error.ts';

export interface BoundPort {
  port: number;
  /** Takes no more connections. Resolves when those that are open have ended. */
  stop(): Promise<void>;
}

export async function bindPort(server: Server, host: string, port: number): Promise<BoundPort> {
  if (host !== 'localhost')
    return { port: await listenOn(server, host, port), stop: () => stopServer(server) };

  // `localhost` is two addresses. A program on the other one would answer for us in half of the browsers, so both are taken.
  const bound = await listenOn(server, '127.0.0.1', port);
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
    server.emit('connection', socket);
  });
  try {
    await listenOn(second, '::1', bound);
  } catch (error) {
    if (error instanceof StartUpError) {
      await stopServer(server);
      throw error;
    }
    // A machine without IPv6 has only the one.
    return { port: bound, stop: () => stopServer(server) };
  }
  return {
    port: bound,
    async stop() {
      await Promise.all([stopServer(server), stopServer(second)]);
    },
  };
}

/**
 * Says at once that a port is taken, before anything else is opened: somebody who starts the site twice should read that, and not what the
 * second process could not open because the first one has it.
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const { stop } = await bindPort(createServer(), host, port);
  await stop();
}

/** A port that nobody uses at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listenOn(server, '127.0.0.1', 0);
  await stopServer(server);
  return port;
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => reject(explain(error, host, port));
    server.once('error', onError);
    server.listen(port, host, () => {
      server.off('error', onError);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartUpError(`Port ${port} is taken. Stop the other program or set PORT to a free one.`);
    case 'EACCES':
      return new StartUpError(
        `Port ${port} needs more rights than this user has. Set PORT to one above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAFNOSUPPORT':
      // No fault of the second address of `localhost`: see above.
      return host === '::1' ? error : new StartUpError(`HOST is not an address of this machine ("${host}").`);
    default:
      return error;
  }
}

function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Not the http server's own close(): that one cuts off answers whose last bytes are still on their way to a slow reader.
    Server.prototype.close.call(server, () => resolve());
  });
}
