/** Binds a port, and explains why it cannot be bound. */
import { createServer, Server, type Socket } from 'node:net';
import { StartUpError } from './start-up-error.ts';

export interface BoundPort {
  port: number;
  /** Stops accepting connections. Resolves when the open ones have ended. */
  stop(): Promise<void>;
}

/** The settings that a message about a fault names. */
const siteSettings = { host: 'HOST', port: 'PORT' };
export const metricsSettings = { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' };

export async function bindPort(
  server: Server,
  host: string,
  port: number,
  settings = siteSettings,
): Promise<BoundPort> {
  const listenOn = createListenOn(settings);
  if (host !== 'localhost')
    return { port: await listenOn(server, host, port), stop: () => stopServer(server) };

  // `localhost` has two addresses. A program on the other one would answer half of the browsers, so both are bound.
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
    // A machine without IPv6 has only one.
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
 * Throws at once when a port is taken, before anything else is opened: a user who starts the site twice should read that, and not about a
 * resource that the first process holds.
 */
export async function requireFreePort(host: string, port: number, settings = siteSettings): Promise<void> {
  const { stop } = await bindPort(createServer(), host, port, settings);
  await stop();
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await createListenOn(siteSettings)(server, '127.0.0.1', 0);
  await stopServer(server);
  return port;
}

function createListenOn(settings: typeof siteSettings) {
  return (server: Server, host: string, port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const onError = (error: NodeJS.ErrnoException) => reject(explain(error, settings, host, port));
      server.once('error', onError);
      server.listen(port, host, () => {
        server.off('error', onError);
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
}

function explain(
  error: NodeJS.ErrnoException,
  settings: typeof siteSettings,
  host: string,
  port: number,
): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartUpError(
        `Port ${port} is taken. Stop the other program or set ${settings.port} to a free one.`,
      );
    case 'EACCES':
      return new StartUpError(
        `Port ${port} needs more rights than this user has. Set ${settings.port} to one above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAFNOSUPPORT':
      // Not an error of the second address of `localhost`: see above.
      return host === '::1'
        ? error
        : new StartUpError(`${settings.host} is not an address of this machine ("${host}").`);
    default:
      return error;
  }
}

function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Not the HTTP server's close(): it cuts off responses whose last bytes are still being sent to a slow reader.
    Server.prototype.close.call(server, () => resolve());
  });
}
