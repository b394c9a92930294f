import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunAs, serverEnvironment, spawnAs } from './run-as.ts';
import { programName, type Runtime } from './runtime-files.ts';

/**
 * Ends the server when we are killed and can no longer do it ourselves. It waits on a pipe from us: a line on it means
 * that all is well and it may go; the end of it without a line means that we are dead.
 */
export interface Guard {
  /** Tells it whom to guard. Resolves once that is on its way. */
  watch(pid: number): Promise<void>;
  dismiss(): void;
}

export interface Guarded {
  runtime: Runtime;
  data: string;
  runAs: RunAs | undefined;
}

export const shell = '/bin/sh';
export const hasShell = process.platform !== 'win32' && existsSync(shell);

// A fast shutdown, and after six seconds one that does not wait for anybody.
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

export function startGuard(guarded: Guarded): Guard {
  let watched: number | undefined;
  let isDismissed = false;
  let child = spawnGuard();

  function spawnGuard(): ChildProcess {
    const started = hasShell ? spawnShell(guarded) : spawnNode(guarded);
    started.stdin?.on('error', () => {});
    // Without a guard the next start still ends what we leave behind.
    started.on('error', () => {});
    started.unref();
    // Somebody ended the guard: the server must not stay without one.
    started.once('exit', () => {
      if (isDismissed || watched === undefined) return;
      child = spawnGuard();
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

function spawnShell(guarded: Guarded): ChildProcess {
  return spawn(shell, ['-c', script, 'postgres-guard'], {
    ...spawnAs(guarded.runAs),
    env: serverEnvironment(),
    cwd: '/',
    // Ctrl-C in the terminal reaches every process of the group; the guard must outlive it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

/** Also for the test of a guard that no shell runs. */
export function guardCommand({ runtime, data, runAs }: Guarded): string[] {
  const file = join(import.meta.dirname, 'guard-process.ts');
  const user = runAs ? [String(runAs.uid), String(runAs.gid)] : [];
  return [file, join(runtime.bin, programName('pg_ctl')), data, ...user];
}

function spawnNode(guarded: Guarded): ChildProcess {
  return spawn(process.execPath, guardCommand(guarded), {
    env: serverEnvironment(guarded.runtime.env),
    cwd: '/',
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}
