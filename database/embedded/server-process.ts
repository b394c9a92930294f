import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverEnvironment, spawnAs } from './run-as.ts';
import { programName } from './runtime-files.ts';
import { hasShell, shell, startWatchdog, type WatchedServer } from './watchdog.ts';

/** One server process, from start to exit. */
export interface ServerProcess {
  pid: number;
  /** True when it accepts connections, false when it exited before. */
  ready: Promise<boolean>;
  exited: Promise<void>;
  /** Whether it was killed by a signal. */
  wasKilled(): boolean;
  lastLines(): string[];
  /** A fast shutdown; stronger signals follow when it takes too long. */
  stop(): Promise<void>;
}

const keptLines = 40;

export function startServerProcess(options: {
  watchedServer: WatchedServer;
  args: string[];
  onLine: (line: string) => void;
}): ServerProcess {
  const { watchedServer, args, onLine } = options;
  const lines: string[] = [];
  const watchdog = startWatchdog(watchedServer);
  const child = spawnServer(watchedServer, args);
  const pid = child.pid ?? 0;

  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      lines.push(error.message);
      resolve();
    });
    child.once('close', () => resolve());
  }).finally(() => watchdog.dismiss());

  const ready = new Promise<boolean>((resolve) => {
    exited.then(() => resolve(false));
    if (!child.stderr) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      if (lines.length > keptLines) lines.shift();
      if (line.endsWith('database system is ready to accept connections')) resolve(true);
      onLine(line);
    });
  });

  child.stdin?.on('error', () => {});
  if (pid !== 0) watchdog.watch(pid).then(() => child.stdin?.end('go\n'));

  return {
    pid,
    ready,
    exited,
    wasKilled: () => child.signalCode === 'SIGKILL',
    lastLines: () => [...lines],
    async stop() {
      // Fast shutdown, immediate shutdown, then SIGKILL.
      for (const [signal, timeoutMs] of [
        ['SIGINT', 10_000],
        ['SIGQUIT', 3_000],
        ['SIGKILL', 3_000],
      ] as const) {
        sendStop(child, watchedServer, signal);
        if (await endsWithin(exited, timeoutMs)) return;
      }
    },
  };
}

/**
 * The server starts only after its watchdog knows its process id: a shell waits for a line from us and then becomes the server. If we are
 * killed in between, nothing is started.
 */
function spawnServer(watchedServer: WatchedServer, args: string[]): ChildProcess {
  const program = join(watchedServer.runtime.bin, programName('postgres'));
  const common = {
    ...spawnAs(watchedServer.runAs),
    env: serverEnvironment(watchedServer.runtime.env),
    cwd: watchedServer.data,
    // Ctrl-C must not stop the server before our requests are finished.
    detached: true,
    windowsHide: true,
  };
  return hasShell
    ? spawn(shell, ['-c', 'read -r word && exec "$@" </dev/null', 'sh', program, ...args], {
        ...common,
        stdio: ['pipe', 'ignore', 'pipe'],
      })
    : spawn(program, args, { ...common, stdio: ['ignore', 'ignore', 'pipe'] });
}

function sendStop(
  child: ChildProcess,
  watchedServer: WatchedServer,
  signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
): void {
  if (process.platform !== 'win32' || signal === 'SIGKILL') {
    child.kill(signal);
    return;
  }
  // Windows has no signals; pg_ctl stops the server.
  const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
  const program = join(watchedServer.runtime.bin, programName('pg_ctl'));
  spawn(program, ['stop', '-D', watchedServer.data, '-m', mode, '-W'], { stdio: 'ignore' }).on(
    'error',
    () => {},
  );
}

async function endsWithin(exited: Promise<void>, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  return Promise.race([exited.then(() => true), late]).finally(() => clearTimeout(timer));
}
