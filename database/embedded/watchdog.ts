import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunAs, serverEnvironment, spawnAs } from './run-as.ts';
import { programName, type Runtime } from './runtime-files.ts';

/**
 * Stops the server when this process is killed. The watchdog waits on a pipe from us: a second line means that it may exit; the end of the
 * pipe without that line means that we are dead.
 */
export interface Watchdog {
  /** Sends the server's process id. Resolves when it is written. */
  watch(pid: number): Promise<void>;
  dismiss(): void;
}

export interface WatchedServer {
  runtime: Runtime;
  data: string;
  runAs: RunAs | undefined;
}

export const shell = '/bin/sh';
export const hasShell = process.platform !== 'win32' && existsSync(shell);

// A fast shutdown, and after six seconds an immediate one.
const script = `
read -r pid || exit 0
read -r word && exit 0
kill -INT "$pid" 2>/dev/null || exit 0
for second in 1 2 3 4 5 6; do
  sleep 1
  kill -0 "$pid" 2>/dev/null || exit 0
done
kill -QUIT "$pid" 2>/dev/null
`;

export function startWatchdog(watchedServer: WatchedServer): Watchdog {
  let watched: number | undefined;
  let isDismissed = false;
  let child = spawnWatchdog();

  function spawnWatchdog(): ChildProcess {
    const started = hasShell ? spawnShell(watchedServer) : spawnNode(watchedServer);
    started.stdin?.on('error', () => {});
    // Without a watchdog the next start still stops the server.
    started.on('error', () => {});
    started.unref();
    // The watchdog was killed: start another one.
    started.once('exit', () => {
      if (isDismissed || watched === undefined) return;
      child = spawnWatchdog();
      child.stdin?.write(`${watched}\n`);
    });
    return started;
  }

  return {
    watch(pid) {
      watched = pid;
      return new Promise((resolve) => {
        if (child.stdin) child.stdin.write(`${pid}\n`, () => resolve());
        else resolve();
      });
    },
    dismiss() {
      isDismissed = true;
      child.stdin?.end(watched === undefined ? '' : 'dismissed\n');
    },
  };
}

function spawnShell(watchedServer: WatchedServer): ChildProcess {
  return spawn(shell, ['-c', script, 'postgres-watchdog'], {
    ...spawnAs(watchedServer.runAs),
    env: serverEnvironment(),
    cwd: '/',
    // Ctrl-C reaches every process of the group; the watchdog must survive it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

/** Exported for the test of the watchdog without a shell. */
export function watchdogCommand({ runtime, data, runAs }: WatchedServer): string[] {
  const file = join(import.meta.dirname, 'watchdog-process.ts');
  const user = runAs ? [String(runAs.uid), String(runAs.gid)] : [];
  return [file, join(runtime.bin, programName('pg_ctl')), data, ...user];
}

function spawnNode(watchedServer: WatchedServer): ChildProcess {
  return spawn(process.execPath, watchdogCommand(watchedServer), {
    env: serverEnvironment(watchedServer.runtime.env),
    cwd: '/',
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}
