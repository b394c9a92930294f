import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { startTimeOf, worksIn } from './process-identity.ts';

/**
 * Stops a server that outlived both its program and its watchdog, and removes lock files of a killed one: Postgres trusts a lock file even
 * if its process id now belongs to another program or to a zombie. Called by the owner of the folder only, while none of its servers runs.
 */
export async function removeStaleServer(
  data: string,
  socketFiles: readonly string[],
  log: Log,
): Promise<void> {
  // On Windows the server's own check must suffice.
  if (process.platform === 'win32') return;
  const locks = [join(data, 'postmaster.pid'), ...socketFiles.map((file) => `${file}.lock`)];
  for (const pid of new Set(locks.map(readPid))) {
    if (pid === undefined || !isServer(pid, data)) continue;
    log({ level: 'warn', message: `Ending the Postgres that an earlier run left behind (process ${pid}).` });
    await endServer(pid, data);
    // If it cannot be stopped, Postgres refuses to start a second server and says why.
    if (isServer(pid, data)) return;
  }
  // A power cut leaves them empty, and then Postgres waits for a server that does not exist.
  for (const path of [...locks, ...socketFiles]) rmSync(path, { force: true });
}

async function endServer(pid: number, data: string): Promise<void> {
  for (const [signal, tries] of [
    ['SIGINT', 60],
    ['SIGQUIT', 30],
    ['SIGKILL', 30],
  ] as const) {
    send(pid, signal);
    for (let tried = 0; tried < tries; tried += 1) {
      if (!isServer(pid, data)) return;
      await wait(100);
    }
  }
}

function isServer(pid: number, data: string): boolean {
  return pid !== process.pid && startTimeOf(pid) !== undefined && worksIn(pid, data);
}

function readPid(file: string): number | undefined {
  try {
    // Single-user mode writes its process id as a negative number.
    const pid = Math.abs(Number(readFileSync(file, 'utf8').split('\n')[0]));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in the meantime.
  }
}
