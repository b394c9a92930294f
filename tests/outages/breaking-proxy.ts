import { createServer, type Socket, connect as toServer } from 'node:net';
import { parseDatabaseUrl, toDatabaseUrl } from '../../database/connection-target.ts';
import { findTestPort } from '../harness/find-test-port.ts';

/** A proxy between a site and its Postgres that resets connections when a test says so. */
export interface BreakingProxy {
  /** For DATABASE_URL. */
  url: string;
  /** From now on a connection is reset when it sends its n-th piece of data to the server, or at once. Undefined: none is. */
  breakAt(piece: number | undefined): void;
  /** From now on all data from the server is delayed by this time. */
  delay(ms: number): void;
  /** Resets every connection that is open. */
  cut(): void;
  close(): Promise<void>;
}

export async function startBreakingProxy(databaseUrl: string): Promise<BreakingProxy> {
  const target = parseDatabaseUrl(databaseUrl);
  const { host, port } = target;
  const open = new Set<Socket>();
  let breakAt: number | undefined;
  let delayMs = 0;
  const proxy = createServer((client) => {
    const server = host.startsWith('/') ? toServer(`${host}/.s.PGSQL.${port}`) : toServer(port, host);
    const end = () => {
      open.delete(client);
      if (!client.destroyed) client.resetAndDestroy();
      server.destroy();
    };
    open.add(client);
    let pieces = 0;
    client.on('data', (piece) => {
      pieces += 1;
      if (pieces === breakAt) end();
      else server.write(piece);
    });
    server.on('data', (piece) => {
      if (delayMs === 0) client.write(piece);
      else setTimeout(() => client.write(piece), delayMs);
    });
    for (const side of [client, server]) side.on('error', end).on('close', end);
    if (breakAt === 0) end();
  });
  const listening = await findTestPort();
  await new Promise<void>((resolve) => proxy.listen(listening, '127.0.0.1', resolve));
  return {
    url: toDatabaseUrl({ ...target, host: '127.0.0.1', port: listening }),
    breakAt(piece) {
      breakAt = piece;
    },
    delay(ms) {
      delayMs = ms;
    },
    cut() {
      for (const client of open) client.resetAndDestroy();
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const client of open) client.resetAndDestroy();
      }),
  };
}
