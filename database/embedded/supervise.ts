import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseStartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import type { WatchedServer } from './watchdog.ts';

export interface SupervisedServer {
  stop(): Promise<void>;
}

// Short at first, because most crashes do not repeat; then longer, but short enough for waiting requests.
const restartDelaysMs = [0, 100, 250, 500, 1000, 2000];
const firstStartLimitMs = 10_000;

// The last processes of a killed server exit within moments, and until then they use the data. A port that was taken between the check
// and the start is found taken at the next.
const passes =
  /pre-existing shared memory block|lock file "postmaster\.pid" already exists|could not create any TCP\/IP sockets/;

/** Starts the server, and restarts it when it exits unexpectedly. */
export async function superviseServer(options: {
  watchedServer: WatchedServer;
  /** Read before every start. */
  args: () => Promise<string[]>;
  /** Called before every start, while no server of ours runs. */
  clear: () => Promise<void>;
  log: Log;
}): Promise<SupervisedServer> {
  const { watchedServer, args, clear, log } = options;
  let stopping = false;

  const start = async () =>
    startServerProcess({
      watchedServer,
      args: await args(),
      // Messages about single connections are known to their clients, and not logged.
      onLine: (line) => {
        if (line.startsWith('PANIC:')) log({ level: 'error', message: `Postgres: ${line}` });
      },
    });

  let server = await startFirst(start, clear);
  let watching = keepAlive();

  async function keepAlive(): Promise<void> {
    for (let failures = 0; !stopping; ) {
      await server.exited;
      if (stopping) return;
      log({
        level: 'error',
        message: 'Postgres ended unexpectedly and is started again.',
        lines: server.lastLines(),
      });
      await wait(restartDelaysMs[Math.min(failures, restartDelaysMs.length - 1)]);
      await clear().catch((error: unknown) => log({ level: 'error', message: String(error) }));
      if (stopping) return;
      server = await start();
      failures = (await server.ready) ? 0 : failures + 1;
      if (failures === 0) log({ level: 'info', message: 'Postgres is running again.' });
    }
  }

  return {
    async stop() {
      stopping = true;
      await server.stop();
      await watching;
      watching = Promise.resolve();
    },
  };
}

async function startFirst(
  start: () => Promise<ServerProcess>,
  clear: () => Promise<void>,
): Promise<ServerProcess> {
  const deadline = performance.now() + firstStartLimitMs;
  for (;;) {
    await clear();
    const server = await start();
    if (await server.ready) return server;
    const lines = server.lastLines().join('\n');
    const mayPass = passes.test(lines) || server.wasKilled();
    if (!mayPass || performance.now() > deadline) {
      throw new DatabaseStartError(`Postgres did not start. Its last words:\n${lines}`);
    }
    await wait(100);
  }
}
