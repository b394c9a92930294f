import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Guarded, hasShell, shell, startGuard } from './guard.ts';
import { serverEnvironment, spawnAs } from './run-as.ts';
import { programName } from './runtime-files.ts';

/** One run of the server, from start to end. */
export interface ServerProcess {
  pid: number;
  /** True when it accepts connections, false when it ended before that. */
  ready: Promise<boolean>;
  exited: Promise<void>;
  /** Whether somebody killed it. */
  wasKilled(): boolean;
  /** The last lines it wrote. */
  lastLines(): string[];
  /** Lets nobody start anything new and ends what is running; harder means are used when that takes too long. */
  stop(): Promise<void>;
}

const keptLines = 40;

export function startServerProcess(options: {
  guarded: Guarded;
  args: string[];
  onLine: (line: string) => void;
}): ServerProcess {
  const { guarded, args, onLine } = options;
  const lines: string[] = [];
  const guard = startGuard(guarded);
  const child = spawnServer(guarded, args);
  const pid = child.pid ?? 0;

  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      lines.push(error.message);
      resolve();
    });
    child.once('close', () => resolve());
  }).finally(() => guard.dismiss());

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
  if (pid !== 0) guard.watch(pid).then(() => child.stdin?.end('go\n'));

  return {
    pid,
    ready,
    exited,
    wasKilled: () => child.signalCode === 'SIGKILL',
    lastLines: () => [...lines],
    async stop() {
      // Fast, immediate, and at last without asking.
      for (const [signal, patienceMs] of [
        ['SIGINT', 10_000],
        ['SIGQUIT', 3_000],
        ['SIGKILL', 3_000],
      ] as const) {
        tell(child, guarded, signal);
        if (await endsWithin(exited, patienceMs)) return;
      }
    },
  };
}

/**
 * The server starts only after its guard knows it: a shell in its place waits for our word and then becomes the server.
 * If we are killed in between, the word never comes and nothing is started.
 */
function spawnServer(guarded: Guarded, args: string[]): ChildProcess {
  const program = join(guarded.runtime.bin, programName('postgres'));
  const common = {
    ...spawnAs(guarded.runAs),
    env: serverEnvironment(guarded.runtime.env),
    cwd: guarded.data,
    // A Ctrl-C meant for us must not stop the server before our requests are finished.
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

function tell(child: ChildProcess, guarded: Guarded, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  if (process.platform !== 'win32' || signal === 'SIGKILL') {
    child.kill(signal);
    return;
  }
  // Windows has no signals; the server's own tool sends it the message.
  const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
  const program = join(guarded.runtime.bin, programName('pg_ctl'));
  spawn(program, ['stop', '-D', guarded.data, '-m', mode, '-W'], { stdio: 'ignore' }).on('error', () => {});
}

async function endsWithin(exited: Promise<void>, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false);
  });
  return Promise.race([exited.then(() => true), late]).finally(() => clearTimeout(timer));
}
